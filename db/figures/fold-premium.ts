import type { Knex } from 'knex';
import { earnedChanges } from '../../domain/figures/earned-changes.js';
import { versions } from '../reports/versions-of-report.js';
import { type ChangeToAdd, type FigureOwner, unitsOf } from './figure-changes.js';
import { groupsOf, type Stretch } from './rows-of-journal.js';

/** The lines of a term with one period that were recorded on a day. */
interface TermRow extends FigureOwner {
  policyId: string;
  termNumber: number;
  knownOn: number;
  from: number;
  until: number;
  /** Decimal text: of lines that the sums have, and of those to add. */
  kept: string;
  added: string;
}

/** The premium of every term that a stretch of the ledger's journal is about. */
const terms = `
  with ${versions},
  touched as (
    select distinct policy_id, term_number from ledger_journal
    where seq > cast(:after as bigint) and seq <= cast(:until as bigint) and premium_change <> 0
  ),
  sums as (
    select j.policy_id, j.term_number, (j.created_at at time zone 'UTC')::date as known_on, j.earned_from, j.earned_until,
      coalesce(sum(j.premium_change) filter (where j.seq <= cast(:after as bigint)), 0.00) as kept,
      coalesce(sum(j.premium_change) filter (where j.seq > cast(:after as bigint)), 0.00) as added
    from ledger_journal j
    join touched t on t.policy_id = j.policy_id and t.term_number = j.term_number
    where j.seq <= cast(:until as bigint) and j.premium_change <> 0
    group by 1, 2, 3, 4, 5
  )
  select p.issuing_organization_id as "organizationId", p.clock_id as "clockId", p.product_id as "productId",
    versions.currency, policy_id as "policyId", s.term_number as "termNumber", known_on - date '1970-01-01' as "knownOn",
    earned_from - date '1970-01-01' as "from", earned_until - date '1970-01-01' as "until", kept::text, added::text
  from sums s
  join policies p on p.id = s.policy_id
  join versions on versions.id = p.product_version_id
  order by policy_id, s.term_number, known_on`;

/** What a stretch of the ledger's journal changes of the premium that is written and earned, term by term. */
export async function* earnedChangesOf(trx: Knex, stretch: Stretch): AsyncGenerator<Iterable<ChangeToAdd>> {
  const keyOf = ({ policyId, termNumber }: TermRow) => `${policyId} ${termNumber}`;
  for await (const rows of groupsOf(trx, terms, { stretch, keyOf })) yield changesOfTerm(rows);
}

function* changesOfTerm(rows: readonly [TermRow, ...TermRow[]]): Generator<ChangeToAdd> {
  const [{ organizationId, clockId, productId, currency }] = rows;
  const owner = { organizationId, clockId, productId, currency };
  const added = rows.filter((row) => unitsOf(row.added, currency) !== 0);
  for (const row of added) {
    const { knownOn } = row;
    const units = unitsOf(row.added, currency);
    yield { owner, figure: 'WRITTEN', knownOn, day: knownOn, dueOn: null, units };
  }
  const since = Math.min(...added.map(({ knownOn }) => knownOn));
  for (const { knownOn, day, units } of earnedChanges(linesOf(rows, ['kept', 'added']), since))
    yield { owner, figure: 'EARNED', knownOn, day, dueOn: null, units };
  for (const { knownOn, day, units } of earnedChanges(linesOf(rows, ['kept']), since))
    yield { owner, figure: 'EARNED', knownOn, day, dueOn: null, units: -units };
}

function linesOf(rows: readonly TermRow[], parts: readonly ('kept' | 'added')[]) {
  return rows.flatMap(({ knownOn, from, until, ...row }) => {
    const units = parts.reduce((sum, part) => sum + unitsOf(row[part], row.currency), 0);
    return units === 0 ? [] : [{ knownOn, from, until, units }];
  });
}
