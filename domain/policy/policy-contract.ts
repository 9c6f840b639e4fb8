import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import type { QuoteDetails } from '../quote/quote.js';

/** The contract data of a policy, from the quote that it was issued from. */
export interface Contract {
  product: { id: string; name: string; versionId: string; version: string };
  effectiveDate: string;
  expirationDate: string;
  term: Term;
  quoteDetails: QuoteDetails | null;
}

/**
 * The policy's `policyContract` (spec 2.6): the agreed terms, whatever later happens to quote and product.
 */
export function policyContractOf({ product, quoteDetails, ...dates }: Contract): JsonObject {
  const { premium, duration, coverageTypes = [] } = quoteDetails ?? {};
  return {
    productId: product.id,
    productName: product.name,
    productVersionId: product.versionId,
    productVersion: product.version,
    effectiveDate: dates.effectiveDate,
    expirationDate: dates.expirationDate,
    term: dates.term,
    ...(premium && { premium: premium }),
    ...(duration && { duration: duration }),
    coverageTypes: coverageTypes,
  };
}
