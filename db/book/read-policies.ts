import type { Knex } from 'knex';
import type { Rows } from '../../domain/book/rows.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type Columns, columnsOf } from '../columns-of.js';
import { entriesOfPolicies } from '../ledger/entries-of-policies.js';
import { asText } from './as-text.js';
import { exportedColumns, exportedTables } from './exported-tables.js';

/** Which policies a book has: those that an organization issued, without those under test clocks. */
export interface BookSelection {
  organizationId: string;
  /** Only this product. */
  productId?: string | undefined;
  /** Only these. */
  policyIds?: readonly string[] | undefined;
}

/** A policy with its rows, and names for ids in them. */
export interface PolicyRows {
  id: string;
  policyNumber: string;
  clientId: string;
  productId: string;
  productKey: string;
  seller: string;
  productVersionId: string;
  currency: string | null;
  /** Of the insured's address. */
  state: string | null;
  rows: Rows;
}

/** SQL of the condition that a policy `p` is selected. */
export const isSelected = `p.issuing_organization_id = :organizationId and p.clock_id is null
  and (cast(:productId as uuid) is null or p.product_id = :productId)
  and (cast(:policyIds as uuid[]) is null or p.id = any (:policyIds))`;

export const selectionBindings = ({ organizationId, productId, policyIds }: BookSelection) => ({
  organizationId,
  productId: productId ?? null,
  policyIds: policyIds === undefined ? null : [...policyIds],
});

/** The policies of a book by their numbers, some hundred at a time, read in one snapshot. */
export async function* policiesOfBook(
  trx: Knex.Transaction,
  selection: BookSelection,
  atOnce: number,
): AsyncGenerator<PolicyRows[]> {
  const read = await rowsReader(trx);
  const currencyOf = currencyReader(trx);
  for (let after = ''; ; ) {
    const { rows: found } = await trx.raw<{ rows: Omit<PolicyRows, 'rows' | 'currency'>[] }>(
      `select p.id, p.policy_number as "policyNumber", p.client_id as "clientId", p.product_id as "productId",
         product.key as "productKey", seller.name as seller, p.product_version_id as "productVersionId",
         p.policy_meta #>> '{insured,state}' as state
       from policies p join products product on product.id = p.product_id
       join organizations seller on seller.id = p.seller_organization_id
       where ${isSelected} and p.policy_number > :after order by p.policy_number limit :atOnce`,
      { ...selectionBindings(selection), after, atOnce },
    );
    if (found.length === 0) return;
    const rows = await read(found.map(({ id }) => id));
    const currencies = await currencyOf(found.map(({ productVersionId }) => productVersionId));
    yield found.map((policy) => ({
      ...policy,
      currency: currencies.get(policy.productVersionId) ?? null,
      rows: rows.get(policy.id) ?? {},
    }));
    after = found.at(-1)?.policyNumber ?? '';
    if (found.length < atOnce) return;
  }
}

/** Reads the currencies of product versions. A definition is large, and many policies have it: each is read once. */
function currencyReader(
  trx: Knex.Transaction,
): (versionIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>> {
  const known = new Map<string, string | null>();
  return async (versionIds) => {
    const missing = [...new Set(versionIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    const read: { id: string; currency: string | null }[] = await trx('product_versions')
      .whereIn('id', missing)
      .select('id', trx.raw("definition #>> '{policy,currency}' as currency"));
    for (const { id, currency } of read) known.set(id, currency);
    return known;
  };
}

const quotes = `
  with held as (
    select id, client_id, expiration_date, quote_id, renewal_quote_id, last_renewal_quote_id
    from policies where id = any (:ids)
  ), named as (
    select id as policy_id, quote_id from held union select id, renewal_quote_id from held
    union select id, last_renewal_quote_id from held
    union select policy_id, quote_id from policy_quotes where policy_id = any (:ids)
    union select policy_id, quote_id from policy_changes where policy_id = any (:ids)
    union select parent_policy_id, quote_id from ${entriesOfPolicies} entry
    union select held.id, quote.request_id from held join quotes quote on quote.client_id = held.client_id
      and quote.type = 'RENEWAL' and quote.effective_date = held.expiration_date
      and quote.metadata #>> '{policyRenewal,policyId}' = cast(held.id as text)
  ), whole as (
    select distinct named.policy_id, coalesce(quote.package_request_id, quote.request_id) as id
    from named join quotes quote on quote.request_id = named.quote_id
  )
  select whole.policy_id as "policyId", whole.id as "quoteId" from whole
  union all select whole.policy_id, part.request_id from whole join quotes part on part.package_request_id = whole.id`;

/** Reads the rows of policies, by policy. */
async function rowsReader(
  trx: Knex.Transaction,
): Promise<(ids: readonly string[]) => Promise<Map<string, Rows>>> {
  const types = await columnsOf(
    trx,
    exportedTables.map(({ table }) => table),
  );
  const statements = exportedTables.map((each) => {
    const { table, from, order, set = {} } = each;
    const ofTable = types.get(table) ?? (new Map() as Columns);
    const selected = exportedColumns(each, ofTable.keys()).map(
      (name) => `${asText(set[name] ?? `r.${name}`, ofTable.get(name)?.type)} as ${name}`,
    );
    return {
      table,
      sql: `select owner.policy_id as of_policy, ${selected.join(', ')} from ${from} order by ${order}`,
    };
  });
  return async (ids) => {
    const found = await trx.raw<{ rows: { policyId: string; quoteId: string }[] }>(quotes, { ids: [...ids] });
    const bindings = {
      ids: [...ids],
      quotes: found.rows.map(({ quoteId }) => quoteId),
      quotedPolicies: found.rows.map(({ policyId }) => policyId),
    };
    const byPolicy = new Map<string, Record<string, JsonObject[]>>(ids.map((id) => [id, {}]));
    for (const { table, sql } of statements) {
      const { rows } = await trx.raw<{ rows: (JsonObject & { of_policy: string })[] }>(sql, bindings);
      for (const row of rows) {
        const { of_policy: owner } = row;
        const tables = byPolicy.get(owner) ?? {};
        const known = tables[table] ?? [];
        known.push(named(row));
        tables[table] = known;
      }
    }
    return byPolicy;
  };
}

/** A row without the columns that are null. */
function named(row: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const name in row) {
    const value = row[name];
    if (value !== null && value !== undefined && name !== 'of_policy') kept[name] = value;
  }
  return kept;
}
