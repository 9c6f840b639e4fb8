import type { Database } from '../database.js';
import { hasLater, snapshotOf } from './late-policies.js';
import type { LastRow } from './policy-orders.js';
import type { PolicySearch } from './policy-search.js';
import { searchPolicies } from './search-policies.js';
import type { SummarizedPolicy } from './search-statement.js';

/** Where a search goes on: after a row, and with what was not committed when that was read. */
export interface SearchPlace extends LastRow {
  /** The total of its beginning. */
  total: number;
  /** What was committed when the row was read. */
  snapshot: string;
  /** While late policies are read: the snapshot that had none of them, and the last one that was read. */
  late: (LastRow & { since: string }) | null;
}

export interface FoundFurther {
  policies: SummarizedPolicy[];
  /** Undefined after the last page. */
  next: SearchPlace | undefined;
}

/**
 * The next policies of a search. First those that were committed since the page before, and that the search has passed:
 * with them each policy is given once, whenever its issue was committed. Their page may have fewer rows than others.
 */
export async function continueSearch(
  db: Database,
  search: Omit<PolicySearch, 'page' | 'after'>,
  place: SearchPlace,
): Promise<FoundFurther> {
  const { organizationId } = search;
  return db.transaction(
    async (trx) => {
      const now = await snapshotOf(trx);
      const window = place.late
        ? { since: place.late.since, until: place.snapshot }
        : { since: place.snapshot, until: now };
      if (place.late || (await hasLater(trx, organizationId, window.since))) {
        const late = { ...window, passed: { key: place.key, id: place.id } };
        const after = place.late ? { ...place.late, total: place.total } : undefined;
        const { policies, last } = await searchPolicies(trx, { ...search, page: 0, late, after });
        const further = last === undefined ? null : { ...last, since: window.since };
        if (place.late || policies.length > 0)
          return { policies, next: { ...place, snapshot: window.until, late: further } };
      }
      const { policies, last } = await searchPolicies(trx, { ...search, page: 0, after: place });
      const next = last && { ...last, total: place.total, snapshot: now, late: null };
      return { policies, next };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
