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
 * with them each policy is given once, whenever its issue was committed. The rest of the page goes on in the order.
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
      const late: SummarizedPolicy[] = [];
      if (place.late || (await hasLater(trx, organizationId, window.since))) {
        const after = place.late ? { ...place.late, total: place.total } : undefined;
        const passed = { key: place.key, id: place.id };
        const found = await searchPolicies(trx, { ...search, page: 0, late: { ...window, passed }, after });
        late.push(...found.policies);
        const further = found.last === undefined ? null : { ...found.last, since: window.since };
        // What was committed after a window of several pages is looked for with the next page.
        if (place.late || late.length === search.size)
          return { policies: late, next: { ...place, snapshot: window.until, late: further } };
      }
      const size = search.size - late.length;
      const { policies, last } = await searchPolicies(trx, { ...search, size, page: 0, after: place });
      const next = last && { ...last, total: place.total, snapshot: now, late: null };
      return { policies: [...late, ...policies], next };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
