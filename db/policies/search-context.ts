import type { TimeSources } from '../clock.js';
import type { Database } from '../database.js';
import { timeZoneOfDays } from '../time-zones.js';
import type { PolicyFilters } from './policy-filters.js';
import type { PolicySearch } from './policy-search.js';
import { otherStatesOf } from './states-today.js';

/** What the filters of a search depend on beside their values, read only where they do. */
export async function searchContext(
  db: Database,
  sources: TimeSources,
  { organizationId, filters }: Pick<PolicySearch, 'organizationId'> & { filters: PolicyFilters },
): Promise<Pick<PolicySearch, 'timeZone' | 'otherStates'>> {
  const { createdFrom, createdTo, updatedFrom, updatedTo, policyState } = filters;
  const timeZone = await timeZoneOfDays(db, organizationId, {
    createdFrom,
    createdTo,
    updatedFrom,
    updatedTo,
  });
  // A closed policy is closed on any day.
  const dependsOnDay = policyState !== undefined && policyState !== 'CLOSED';
  return { timeZone, otherStates: dependsOnDay ? await otherStatesOf(db, sources, organizationId) : [] };
}
