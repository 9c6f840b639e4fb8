import { businessTimesOf, type OnClock, type TimeSources } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { readPrices } from '../../db/policies/read-prices.js';
import type { PolicyState } from '../../domain/policy/policy-state.js';
import { type PolicyStanding, type StandingFacts, standingOn } from '../../domain/policy/standing.js';
import { stateToday } from '../../domain/policy/state-on.js';

/** What of a policy depends on the day, or is not in its row. */
export interface PolicyToday {
  policyState: PolicyState;
  standing: PolicyStanding;
  taxesAndFees: number;
}

/** How policies stand today, each by its own clock: for one as for a page, with the same few statements. */
export async function policiesToday<Row extends StandingFacts & OnClock & { id: string }>(
  sources: TimeSources & { db: Database },
  policies: readonly Row[],
): Promise<(policy: Row) => PolicyToday> {
  const { db } = sources;
  const [timeOf, prices] = await Promise.all([
    businessTimesOf(db, sources, policies),
    readPrices(
      db,
      policies.map(({ id }) => id),
    ),
  ]);
  return (policy) => {
    const { today } = timeOf(policy);
    const { taxesAndFees = 0, renewal } = prices.get(policy.id) ?? {};
    return {
      policyState: stateToday(policy, today),
      standing: standingOn(policy, today, renewal),
      taxesAndFees,
    };
  };
}
