import type { Knex } from 'knex';
import {
  type AccountChange,
  type AccountLine,
  accountChanges,
} from '../../domain/figures/account-changes.js';
import { versions } from '../reports/versions-of-report.js';
import { type ChangeToAdd, type FigureOwner, unitsOf } from './figure-changes.js';
import { groupsOf, type Stretch } from './rows-of-journal.js';

export interface AccountRow extends FigureOwner, Omit<AccountLine, 'units'> {
  policyId: string;
  /** As the sums know it. */
  dueKept: number | null;
  /** Decimal text. */
  amount: string;
  /** Whether the sums have it. */
  isKept: boolean;
}

/** A change of an account. */
export type AccountChangeToAdd = ChangeToAdd & AccountChange;

/**
 * The journal of every policy's account that a stretch of it is about. Refunds that are planned move no money. A due date counts
 * as it was last moved, for all days: `dueKept` as far as the sums know.
 */
const accounts = `
  with ${versions},
  touched as (
    select distinct policy_id from account_journal
    where seq > cast(:after as bigint) and seq <= cast(:until as bigint) and policy_id is not null
      and (cast(:organization as uuid) is null or organization_id = cast(:organization as uuid))
  ),
  moves as (
    select j.source_id,
      (array_agg(j.due_date order by j.seq desc) filter (where j.seq <= cast(:until as bigint)))[1] as now,
      (array_agg(j.due_before order by j.seq) filter (where j.seq > cast(:until as bigint)))[1] as later,
      (array_agg(j.due_date order by j.seq desc) filter (where j.seq <= cast(:after as bigint)))[1] as kept,
      (array_agg(j.due_before order by j.seq) filter (where j.seq > cast(:after as bigint)))[1] as moved
    from touched t join account_journal j on j.policy_id = t.policy_id and j.kind = 'DUE_MOVED'
    group by j.source_id
  )
  select p.issuing_organization_id as "organizationId", p.clock_id as "clockId", p.product_id as "productId",
    versions.currency, j.policy_id as "policyId", j.day - date '1970-01-01' as day,
    case j.kind when 'BILLED' then 'BILLED' else 'PAID' end as kind, j.amount::text, j.source_id as "sourceId",
    coalesce(m.now, m.later, s.due_date) - date '1970-01-01' as "dueOn",
    coalesce(m.kept, m.moved, s.due_date) - date '1970-01-01' as "dueKept",
    j.seq <= cast(:after as bigint) as "isKept"
  from touched t
  join account_journal j on j.policy_id = t.policy_id and j.seq <= cast(:until as bigint)
    and j.kind not in ('HELD', 'REFUND_PLANNED', 'DUE_MOVED')
  join policies p on p.id = t.policy_id
  join versions on versions.id = p.product_version_id
  left join statements s on j.kind = 'BILLED' and s.id = j.source_id
  left join moves m on m.source_id = j.source_id
  order by j.policy_id, j.day, j.seq`;

/** What a stretch of the accounts' journal changes of what is billed, paid and due, policy by policy. */
export async function* accountChangesOf(
  trx: Knex,
  stretch: Stretch,
): AsyncGenerator<Iterable<AccountChangeToAdd>> {
  const keyOf = ({ policyId }: AccountRow) => policyId;
  for await (const rows of groupsOf(trx, accounts, { stretch, keyOf })) yield changesOfPolicy(rows);
}

function* changesOfPolicy(rows: readonly [AccountRow, ...AccountRow[]]): Generator<AccountChangeToAdd> {
  const [{ organizationId, clockId, productId, currency }] = rows;
  const owner = { organizationId, clockId, productId, currency };
  const changed = rows.filter(({ isKept, dueOn, dueKept }) => !isKept || dueOn !== dueKept);
  const since = Math.min(...changed.map(({ day }) => day));
  const lineOf = ({ kind, day, sourceId, dueOn, amount }: AccountRow): AccountLine => ({
    kind,
    day,
    sourceId,
    dueOn,
    units: unitsOf(amount, currency),
  });
  for (const change of accountChanges(rows.map(lineOf), since))
    yield { owner, ...change, knownOn: change.day };
  const kept = rows.filter(({ isKept }) => isKept).map((row) => lineOf({ ...row, dueOn: row.dueKept }));
  for (const change of accountChanges(kept, since))
    yield { owner, ...change, knownOn: change.day, units: -change.units };
}
