import type { Knex } from 'knex';
import { ref } from 'objection';
import type { Database } from '../database.js';
import { columnsOf, prepared } from '../models/base.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';

/** The most entries that one read of a ledger returns: more than ever wait for a statement. */
const mostOpenEntries = 1_000;

/**
 * The policy of an entry, without an organization scope; undefined if there is no such entry, or it was
 * deleted.
 */
export async function policyOfEntry(db: Knex, entryId: string): Promise<string | undefined> {
  const entry = await LedgerEntry.query(db)
    .findById(entryId)
    .whereNull('deleted_at')
    .select('parent_policy_id');
  return entry?.parentPolicyId;
}

/** A policy's fields in its ledger, with the entries that no statement includes, the earliest first (spec 2.7). */
export interface StoredLedger {
  policy: Pick<Policy, 'id' | 'productId' | 'productVersionId' | 'clientId'>;
  entries: LedgerEntry[];
}

const columns = columnsOf(LedgerEntry);

/** The ledger of a policy that the organization sold or issued. */
export async function readLedger(
  db: Database,
  organizationId: string,
  policyId: string,
): Promise<StoredLedger | undefined> {
  const policy = await policyOfLedger(db, organizationId, policyId);
  if (policy === undefined) return undefined;
  const entries = await entriesOf(db, policyId)
    .select(columns)
    .where('applied_to_statement', false)
    .limit(mostOpenEntries)
    .modify(prepared, 'open ledger entries');
  return { policy, entries };
}

export interface LedgerSearch {
  organizationId: string;
  policyId: string;
  page: number;
  size: number;
  effectiveDateStart?: string | undefined;
  effectiveDateEnd?: string | undefined;
  includeQuoteRateMeta: boolean;
}

export interface FoundEntries {
  /** Over all pages, exact. */
  total: number;
  entries: LedgerEntry[];
}

/**
 * A page of a policy's entries, applied ones too, the earliest first (spec 4.8); undefined if the
 * organization neither sold nor issued the policy.
 */
export async function searchEntries(db: Database, search: LedgerSearch): Promise<FoundEntries | undefined> {
  const { organizationId, policyId, page, size } = search;
  const { effectiveDateStart: from, effectiveDateEnd: until } = search;
  if ((await policyOfLedger(db, organizationId, policyId)) === undefined) return undefined;
  const found = entriesOf(db, policyId).select('ledger_entries.*').page(page, size);
  if (from !== undefined) found.where('effective_date', '>=', from);
  if (until !== undefined) found.where('effective_date', '<=', until);
  if (search.includeQuoteRateMeta) {
    const ofQuote = Quote.query(db).where('request_id', ref('ledger_entries.quote_id'));
    found.select(ofQuote.select(ref('metadata:rateMeta')).as('quoteRateMeta'));
  }
  const { total, results: entries } = await found;
  return { total, entries };
}

async function policyOfLedger(db: Database, organizationId: string, policyId: string) {
  return Policy.query(db)
    .findById(policyId)
    .modify('visibleTo', organizationId)
    .select('id', 'product_id', 'product_version_id', 'client_id')
    .modify(prepared, 'policy of ledger');
}

const entriesOf = (db: Database, policyId: string) =>
  LedgerEntry.query(db)
    .where('parent_policy_id', policyId)
    .whereNull('deleted_at')
    .orderBy(['effective_date', 'created_at', 'id']);
