import type { Knex } from 'knex';
import {
  type ContractOnDate,
  type ContractQuote,
  contractOn,
  quotesOfContract,
} from '../../domain/policy/contract.js';
import type { PolicyHistory } from '../../domain/policy/timeline.js';
import type { Policy } from '../models/policy.js';
import { ProductVersion } from '../models/product-version.js';
import { Quote } from '../models/quote.js';

/** A policy's contract and parties on a day, from the changes of the history. */
export async function readContract(
  db: Knex,
  policy: Pick<Policy, 'policyMeta' | 'issuedMeta'>,
  history: PolicyHistory,
  date: string,
): Promise<ContractOnDate> {
  const quotes = await readContractQuotes(db, quotesOfContract(history, date));
  return contractOn(history, date, { quotes, issuedMeta: issuedMetaOf(policy) });
}

/** A policy whose row was never changed since its issue still has its `policyMeta` as issued. */
export function issuedMetaOf({ issuedMeta, policyMeta }: Pick<Policy, 'policyMeta' | 'issuedMeta'>) {
  return issuedMeta ?? policyMeta;
}

/** The quotes from which contracts are folded, by id. */
export async function readContractQuotes(
  db: Knex,
  quoteIds: readonly string[],
): Promise<Map<string, ContractQuote>> {
  const quotes = await Quote.query(db)
    .findByIds([...new Set(quoteIds)])
    .select(
      ...['request_id', 'product_id', 'line_name', 'product_version_id'],
      ...['term', 'quote_details', 'metadata'],
    );
  const versions = await ProductVersion.query(db)
    .findByIds([...new Set(quotes.map(({ productVersionId }) => productVersionId))])
    .select('id', 'version');
  const labels = new Map(versions.map(({ id, version }) => [id, version]));
  return new Map(
    quotes.map(({ requestId, productId, lineName, productVersionId, term, quoteDetails, metadata }) => {
      const version = labels.get(productVersionId) ?? '';
      const product = { id: productId, name: lineName, versionId: productVersionId, version };
      return [requestId, { product, term, quoteDetails, metadata }];
    }),
  );
}
