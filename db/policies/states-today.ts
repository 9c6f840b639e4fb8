import type { PolicyState } from '../../domain/policy/policy-state.js';
import { stateToday } from '../../domain/policy/state-on.js';
import { businessTimesOf, type TimeSources } from '../clock.js';
import type { Database } from '../database.js';
import type { Policy } from '../models/policy.js';
import { sidesSeeing } from '../models/visibility.js';
import type { Statement } from './statement.js';

/** A policy whose state today is another than the recorded one. */
export interface OtherState {
  id: string;
  /** Today's. */
  policyState: PolicyState;
}

type Candidate = Pick<
  Policy,
  | ('id' | 'policyState' | 'effectiveDate' | 'lastDayWithCoverage' | 'policyContract')
  | ('productVersionId' | 'clockId')
>;

const isStanding = `p.policy_state in ('ACTIVE', 'PENDING_FINANCE_CONFIRMATION')`;

/** The last covered day of policies in force, and of those that have ended: expressions of indexes (migration 0021). */
const standingUntil = `case when ${isStanding} then p.last_day_with_coverage end`;
const endedOn = `case when p.policy_state in ('INACTIVE_UNSETTLED', 'SETTLED')
  and p.last_day_with_coverage >= p.effective_date then p.last_day_with_coverage end`;

/** Where the days of some time zone may part what is recorded from what holds; `at` is SQL of a time, in UTC. */
const parted = (at: string) => [
  `${standingUntil} < (${at} + interval '14 hours')::date`,
  `${endedOn} >= (${at} - interval '12 hours')::date`,
];

/**
 * The policies of an organization whose state today is not the recorded one: in a lapse, or on the day after coverage
 * ended, until they are checked. They are few, and each group has an index.
 */
export async function otherStatesOf(
  db: Database,
  sources: TimeSources,
  organizationId: string,
): Promise<OtherState[]> {
  const candidates = sidesSeeing('policies', organizationId, 'p').flatMap((side) =>
    candidatesOf(side, sources),
  );
  // Apart from the rows: PostgreSQL takes the candidates for many, and would read the book.
  const { rows: found } = await db.raw<{ rows: { id: string }[] }>(
    candidates.map(({ sql }) => sql).join(' union '),
    candidates.flatMap(({ bindings }) => bindings),
  );
  const { rows } = await db.raw<{ rows: Candidate[] }>(
    `select p.id, p.policy_state as "policyState", p.effective_date as "effectiveDate",
      p.last_day_with_coverage as "lastDayWithCoverage", p.product_version_id as "productVersionId",
      p.clock_id as "clockId", jsonb_build_object('lapses', p.policy_contract -> 'lapses') as "policyContract"
     from policies p where p.id = any (?::uuid[])`,
    [found.map(({ id }) => id)],
  );
  const timeOf = await businessTimesOf(db, sources, rows);
  return rows.flatMap((policy) => {
    const policyState = stateToday(policy, timeOf(policy).today);
    return policyState === policy.policyState ? [] : [{ id: policy.id, policyState }];
  });
}

/** By system time, each by an index alone; by the clocks; and those with lapses. */
function candidatesOf(side: Statement, { now }: TimeSources): Statement[] {
  const ids = (from: string, condition: string): Statement => ({
    sql: `select p.id from ${from} where ${side.sql} and ${condition}`,
    bindings: side.bindings,
  });
  const system = `('${now().toISOString()}'::timestamptz at time zone 'UTC')`;
  const clock = `(c.business_time at time zone 'UTC')`;
  return [
    ...parted(system).map((condition) => ids('policies p', condition)),
    ids(
      'policies p join clocks c on c.id = p.clock_id',
      `p.clock_id is not null and ((${parted(clock).join(') or (')}))`,
    ),
    ids('policies p', `jsonb_path_exists(p.policy_contract, '$.lapses[0]') and ${isStanding}`),
  ];
}
