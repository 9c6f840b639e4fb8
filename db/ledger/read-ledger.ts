import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { instant, json, objectText, orNull, plain, text } from '../json-text.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { seenBy } from '../models/visibility.js';
import { readRow, type TextStatement } from '../text-statement.js';

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

/** A policy's fields in its ledger, with the entries that no statement includes. */
export interface StoredLedger {
  productId: string;
  productVersionId: string;
  clientId: string;
  /** The JSON text of a list, the earliest first (spec 2.7). */
  entries: string;
  /** Of the entries; decimal text. */
  totalPremium: string;
}

export type StoredEntry = Pick<
  LedgerEntry,
  | 'id'
  | 'policyNumber'
  | 'parentPolicyId'
  | 'quoteId'
  | 'organizationId'
  | 'productId'
  | 'premium'
  | 'effectiveDate'
  | 'appliedToStatement'
  | 'statementId'
  | 'eventAnswers'
  | 'doc'
  | 'additionalDocs'
  | 'createdAt'
  | 'createdBy'
>;

/** Of `ledger_entries e`. */
const entryColumns = `e.id, e.policy_number as "policyNumber", e.parent_policy_id as "parentPolicyId",
    e.quote_id as "quoteId", e.organization_id as "organizationId", e.product_id as "productId", e.premium,
    e.effective_date as "effectiveDate", e.applied_to_statement as "appliedToStatement",
    e.statement_id as "statementId", e.event_answers as "eventAnswers", e.doc,
    e.additional_docs as "additionalDocs", e.created_at as "createdAt", e.created_by as "createdBy"`;

const inOrder = 'order by e.effective_date, e.created_at, e.id';

/** A row without an entry belongs to a policy without entries. */
type WithEntry<Columns> = Columns & (StoredEntry | { [column in keyof StoredEntry]: null });

const entriesOf = <Row extends WithEntry<object>>(rows: readonly Row[]) =>
  rows.filter((row): row is Row & StoredEntry => row.id !== null);

const entryText = objectText([
  plain('id', 'e.id'),
  text('policyNumber', 'e.policy_number'),
  plain('parentPolicyId', 'e.parent_policy_id'),
  plain('quoteId', 'e.quote_id'),
  plain('organizationId', 'e.organization_id'),
  plain('productId', 'e.product_id'),
  json('premium', 'trim_scale(e.premium)'),
  plain('effectiveDate', 'e.effective_date'),
  json('appliedToStatement', 'e.applied_to_statement'),
  json('eventAnswers', `coalesce(e.event_answers, '{}')`),
  orNull(json('doc', 'e.doc')),
  json('additionalDocs', 'e.additional_docs'),
  orNull(plain('statementId', 'e.statement_id')),
  instant('createdTimestamp', 'e.created_at'),
  orNull(json('createdBy', 'e.created_by')),
]);

const ledger: TextStatement = {
  name: 'ledger',
  sql: `select p.product_id, p.product_version_id, p.client_id, open.entries, open.total
    from policies p
    cross join lateral (
      select '[' || coalesce(string_agg(${entryText}, ',' ${inOrder}), '') || ']' as entries,
        trim_scale(coalesce(sum(e.premium), 0)) as total
      from (select * from ledger_entries e
        where e.parent_policy_id = p.id and not e.applied_to_statement and e.deleted_at is null
        ${inOrder} limit ${mostOpenEntries}) e
    ) open
    where p.id = ? and ${seenBy('policies', 'p')}`,
};

/** The ledger of a policy that the organization sold or issued. */
export async function readLedger(
  db: Database,
  organizationId: string,
  policyId: string,
): Promise<StoredLedger | undefined> {
  const row = await readRow(db, ledger, [policyId, organizationId]);
  if (row === undefined) return undefined;
  const [productId, productVersionId, clientId, entries, totalPremium] = row as string[];
  return { productId, productVersionId, clientId, entries, totalPremium } as StoredLedger;
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

export type FoundEntry = StoredEntry & { rateMeta: JsonObject | null };

export interface FoundEntries {
  /** Over all pages, exact. */
  total: number;
  entries: FoundEntry[];
}

function searchOf(rateMeta: string): string {
  const matching = `e.parent_policy_id = p.id and e.deleted_at is null
      and e.effective_date >= coalesce(?::date, '-infinity') and e.effective_date <= coalesce(?::date, 'infinity')`;
  return `select counted.total, e.*
  from policies p
  cross join lateral (select count(*) from ledger_entries e where ${matching}) counted (total)
  left join lateral (
    select ${entryColumns}, ${rateMeta} as "rateMeta" from ledger_entries e
    where ${matching} ${inOrder} limit ? offset ?
  ) e on true
  where p.id = ? and ${seenBy('policies', 'p')}`;
}

const searches = {
  ledger_search: searchOf('null'),
  ledger_search_rates: searchOf(
    `(select q.metadata -> 'rateMeta' from quotes q where q.request_id = e.quote_id)`,
  ),
};

/** The statement of a search with its name and its bindings in order. */
function ledgerSearchStatement(search: LedgerSearch) {
  const name = search.includeQuoteRateMeta ? 'ledger_search_rates' : 'ledger_search';
  const dates = [search.effectiveDateStart ?? null, search.effectiveDateEnd ?? null];
  const page = [String(search.size), String(BigInt(search.page) * BigInt(search.size))];
  return {
    name,
    sql: searches[name],
    bindings: [...dates, ...dates, ...page, search.policyId, search.organizationId],
  };
}

/**
 * A page of a policy's entries, applied ones too, the earliest first (spec 4.8); undefined if the
 * organization neither sold nor issued the policy.
 */
export async function searchEntries(db: Database, search: LedgerSearch): Promise<FoundEntries | undefined> {
  type Row = WithEntry<{ total: string; rateMeta: JsonObject | null }>;
  const { name, sql, bindings } = ledgerSearchStatement(search);
  const { rows } = await db.raw<{ rows: Row[] }>(sql, bindings).options({ name });
  const [first] = rows;
  return first && { total: Number(first.total), entries: entriesOf(rows) };
}
