import type { JsonObject } from '../../domain/ground/json.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';
import { coverageTypesIn, type QuoteWording } from '../../domain/quote/quote-wording.js';
import type { FullPolicy } from './policy-schemas.js';

/** A full policy with the texts of its product in a language: the names of the product, its coverages and its documents. */
export function policyIn(wording: QuoteWording | null, full: FullPolicy): FullPolicy {
  const { policy } = full;
  if (wording === null || policy === null) return full;
  return {
    ...full,
    policy: {
      ...policy,
      productName: wording.text(policy.productName),
      policyContract: contractIn(wording, policy.policyContract),
    },
  };
}

/** What the service writes of the open map. */
interface Contract {
  productName?: string;
  coverageTypes?: QuoteDetails['coverageTypes'];
  documents?: { name: string }[];
}

function contractIn(wording: QuoteWording, contract: JsonObject): JsonObject {
  const { productName, coverageTypes, documents } = contract as Contract;
  const worded: Contract = {
    ...(productName !== undefined && { productName: wording.text(productName) }),
    ...(coverageTypes && { coverageTypes: coverageTypesIn(wording, coverageTypes) }),
    ...(documents && {
      documents: documents.map((document) => ({ ...document, name: wording.text(document.name) })),
    }),
  };
  return { ...contract, ...(worded as JsonObject) };
}
