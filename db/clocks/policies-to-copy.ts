import type { TimeSources } from '../clock.js';
import type { Database } from '../database.js';
import { Policy } from '../models/policy.js';
import type { PolicyFilters } from '../policies/policy-filters.js';
import { searchContext } from '../policies/search-context.js';
import { searchStatement } from '../policies/search-statement.js';

export interface FoundToCopy {
  /** Exact. */
  total: number;
  /** The first `atMost` of them. */
  ids: string[];
}

/** So many search results are looked through for those without a clock. */
const mostFound = 1_000_000;

/**
 * The policies that the filters of a search find, without those under a clock, unless they name it: copies of a book are not
 * copied with the book.
 */
export async function findPoliciesToCopy(
  db: Database,
  sources: TimeSources,
  { organizationId, filters, atMost }: { organizationId: string; filters: PolicyFilters; atMost: number },
): Promise<FoundToCopy> {
  const context = await searchContext(db, sources, { organizationId, filters });
  const search = searchStatement({ organizationId, filters, page: 0, size: mostFound, ...context });
  const { rows } = await db.raw<{ rows: { id: string; total: string }[] }>(
    `select p.id, count(*) over () as total
     from (${search.sql}) found join policies p on p.id = found.id
     ${filters.clockId === undefined ? 'where p.clock_id is null' : ''} order by p.policy_number, p.id limit ?`,
    [...search.bindings, atMost],
  );
  return { total: Number(rows[0]?.total ?? 0), ids: rows.map(({ id }) => id) };
}

/** What of policies decides how they can be copied: of those that the organization sold or issued. */
export type CopyablePolicy = Pick<Policy, 'id' | 'policyNumber' | 'productId' | 'productVersionId'>;

export async function policiesToCopy(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<CopyablePolicy[]> {
  return Policy.query(db)
    .findByIds([...ids])
    .modify('visibleTo', organizationId)
    .select('id', 'policy_number', 'product_id', 'product_version_id')
    .orderBy(['policy_number', 'id']);
}
