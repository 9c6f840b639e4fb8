import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/json.js';
import type { Database } from '../database.js';
import { LedgerEntry } from '../models/ledger-entry.js';

/** Entries that one read of a ledger gives: more than wait for a statement at any time. */
const mostOpenEntries = 1_000;

/** The policy that an entry is of, whoever may see it; undefined where there is no such entry, or not any more. */
export async function policyOfEntry(db: Knex, entryId: string): Promise<string | undefined> {
  const entry = await LedgerEntry.query(db)
    .findById(entryId)
    .whereNull('deleted_at')
    .select('parent_policy_id');
  return entry?.parentPolicyId;
}

/** The entries that no statement has taken in, the earliest first. */
export async function readOpenEntries(db: Knex, policyId: string): Promise<LedgerEntry[]> {
  return LedgerEntry.query(db)
    .where({ parent_policy_id: policyId, applied_to_statement: false })
    .whereNull('deleted_at')
    .orderBy(['effective_date', 'created_at', 'id'])
    .limit(mostOpenEntries);
}

export interface LedgerSearch {
  policyId: string;
  page: number;
  size: number;
  effectiveDateStart?: string | undefined;
  effectiveDateEnd?: string | undefined;
  includeQuoteRateMeta: boolean;
}

export type FoundEntry = LedgerEntry & { rateMeta?: JsonObject | null };

/** A page of a policy's entries, applied ones too, the earliest first (spec 4.8). */
export async function searchEntries(
  db: Database,
  { policyId, page, size, effectiveDateStart, effectiveDateEnd, includeQuoteRateMeta }: LedgerSearch,
): Promise<{ total: number; entries: FoundEntry[] }> {
  const matching = LedgerEntry.query(db)
    .where('ledger_entries.parent_policy_id', policyId)
    .whereNull('ledger_entries.deleted_at');
  if (effectiveDateStart !== undefined)
    matching.where('ledger_entries.effective_date', '>=', effectiveDateStart);
  if (effectiveDateEnd !== undefined) matching.where('ledger_entries.effective_date', '<=', effectiveDateEnd);
  const entries = matching
    .clone()
    .select('ledger_entries.*')
    .orderBy(['ledger_entries.effective_date', 'ledger_entries.created_at', 'ledger_entries.id'])
    .offset(page * size)
    .limit(size);
  if (includeQuoteRateMeta) {
    entries
      .leftJoin('quotes', 'quotes.request_id', 'ledger_entries.quote_id')
      .select(db.raw(`quotes.metadata -> 'rateMeta' as rate_meta`));
  }
  const [total, found] = await Promise.all([matching.resultSize(), entries]);
  return { total, entries: found };
}
