import type { Database } from '../database.js';
import type { LastRow } from './policy-orders.js';
import type { PolicySearch } from './policy-search.js';
import { type FoundRow, type SummarizedPolicy, searchStatement } from './search-statement.js';
import { hasShortText } from './search-texts.js';

export interface FoundPolicies {
  /** Over all pages, exact; of a search that goes on, that of its beginning. */
  total: number;
  policies: SummarizedPolicy[];
  /** The last row of the page, if more follow. */
  last: LastRow | undefined;
  /** What was committed when they were read. */
  snapshot: string;
}

/** Policies that the organization sold or issued, in their order. One statement. */
export async function searchPolicies(db: Database, search: PolicySearch): Promise<FoundPolicies> {
  const { sql, bindings } = searchStatement(search);
  const run = (on: Database) => on.raw<{ rows: FoundRow[] }>(sql, bindings);
  const { rows } = hasShortText(search.filters)
    ? await db.transaction(async (trx) => {
        await trx.raw(`set local work_mem = '${shortTextMemory}'`);
        return run(trx);
      })
    : await run(db);
  // A page beyond the last one is a single row with the total.
  const found = rows.filter(({ id }) => id !== null);
  const last = found.length > search.size ? found[search.size - 1] : undefined;
  return {
    total: Number(rows[0]?.total ?? 0),
    policies: found.slice(0, search.size).map(({ total: _, key: __, snapshot: ___, ...policy }) => policy),
    last: last && { key: last.key, id: last.id },
    snapshot: rows[0]?.snapshot ?? '',
  };
}

/**
 * Most policies may match a short text. The bitmap of their rows must stay exact, or PostgreSQL would derive
 * the short texts of each row again: 64 MB are enough for a table of 8 GB, some 16 million policies.
 */
const shortTextMemory = '64MB';
