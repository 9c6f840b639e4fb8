import type { Knex } from 'knex';
import { raw } from 'objection';
import {
  type ContractOnDate,
  type ContractQuote,
  type ContractSource,
  contractOn,
  quotesOfContract,
} from '../../domain/policy/contract.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { PolicyHistory } from '../../domain/policy/timeline.js';
import type { Policy } from '../models/policy.js';
import type { ProductVersion } from '../models/product-version.js';
import { Quote } from '../models/quote.js';
import { currencySql } from '../products/currency-of-version.js';

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

/** What a policy's contracts after each of the changes are folded from. */
export async function readContractSource(
  db: Knex,
  policy: Pick<Policy, 'policyMeta' | 'issuedMeta'>,
  changes: readonly PolicyChange[],
): Promise<ContractSource> {
  const quoteIds = changes.flatMap(({ quoteId }) => quoteId ?? []);
  return { quotes: await readContractQuotes(db, quoteIds), issuedMeta: issuedMetaOf(policy) };
}

/** A policy whose row was never changed since its issue still has its `policyMeta` as issued. */
export function issuedMetaOf({ issuedMeta, policyMeta }: Pick<Policy, 'policyMeta' | 'issuedMeta'>) {
  return issuedMeta ?? policyMeta;
}

/** The quotes from which contracts are folded, by id. */
async function readContractQuotes(
  db: Knex,
  quoteIds: readonly string[],
): Promise<Map<string, ContractQuote>> {
  const quotes = await Quote.query(db)
    .findByIds([...new Set(quoteIds)])
    .join('product_versions', 'product_versions.id', 'quotes.product_version_id')
    .select(
      ...['request_id', 'quotes.product_id', 'line_name', 'product_version_id', 'term', 'quote_details'],
      ...['quotes.metadata', 'quotes.underwriting', 'product_versions.version'],
      raw(`product_versions.${currencySql} as currency`),
    )
    .castTo<(Quote & Pick<ProductVersion, 'version'> & { currency: string | null })[]>();
  return new Map(
    quotes.map(({ requestId, productId, lineName, productVersionId, version, ...quote }) => {
      const { term, quoteDetails, metadata, underwriting } = quote;
      const currency = quote.currency ?? policySettingsOf({}).currency;
      const product = { id: productId, name: lineName, versionId: productVersionId, version };
      return [requestId, { product, currency, term, quoteDetails, metadata, underwriting }];
    }),
  );
}
