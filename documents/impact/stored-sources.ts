import type { Database } from '../../db/database.js';
import {
  countPolicies,
  eachBatchOfPolicies,
  type PoliciesOfProduct,
} from '../../db/policies/policies-in-force.js';
import {
  countQuotes,
  eachBatchOfQuotes,
  type QuotesOfProduct,
  type QuoteToRerate,
} from '../../db/quotes/quotes-of-product.js';
import type { Risk } from '../../domain/impact/risk.js';
import type { RiskSource } from './risk-source.js';

/**
 * Stored quotes. Those that the first version rated have their stored premium.
 *
 * @param beforeRating is told each batch, before it is rated.
 */
export function quoteSource(
  db: Database,
  of: QuotesOfProduct,
  baselineId: string,
  beforeRating?: (quotes: readonly QuoteToRerate[]) => void,
): RiskSource {
  return {
    noun: 'quotes',
    count: (atMost) => countQuotes(db, of, atMost),
    jobs: async function* () {
      for await (const batch of eachBatchOfQuotes(db, of)) {
        beforeRating?.(batch);
        yield { risks: batch.map((quote) => riskOf(quote, quote.requestId, baselineId)) };
      }
    },
  };
}

/** Policies in force, as they are on a day. Those whose price is of the first version keep it. */
export function policySource(db: Database, of: PoliciesOfProduct, baselineId: string): RiskSource {
  return {
    noun: 'policies in force',
    count: (atMost) => countPolicies(db, of, atMost),
    jobs: async function* () {
      for await (const batch of eachBatchOfPolicies(db, of)) {
        yield { risks: batch.map((policy) => riskOf(policy, policy.policyNumber, baselineId)) };
      }
    },
  };
}

function riskOf(
  {
    actionId,
    actionType,
    effectiveDate,
    asRatingConfiguredAt,
    term,
    intake,
    inputMappingData,
    expiring,
    loading,
    productVersionId,
    premium,
  }: Omit<QuoteToRerate, 'requestId' | 'quoteTimestamp'>,
  id: string,
  baselineId: string,
): Risk {
  return {
    id,
    actionId,
    actionType,
    effectiveDate,
    asRatingConfiguredAt,
    term,
    intake,
    inputMappingData,
    ...(expiring != null && { expiring }),
    ...(loading != null && { loading }),
    ...(productVersionId === baselineId && { stored: { premium } }),
  };
}
