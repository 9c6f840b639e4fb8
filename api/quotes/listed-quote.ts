import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import type { ListedQuote } from './list-schemas.js';

/** A quote as it is listed. */
export function listedQuote(quote: StoredListedQuote): ListedQuote {
  const { requestId, triggerRequestId, type, productId, lineName, clientId, premium, underwriterResponse } =
    quote;
  return {
    ...{ requestId, triggerRequestId, type, lineId: productId, lineName },
    ...(clientId !== null && { clientId }),
    clientOrganizationId: quote.clientOrganizationId,
    quotingOrganizationId: quote.quotingOrganizationId,
    quotingOrganization: quote.quotingOrganizationName,
    effectiveDate: quote.effectiveDate,
    term: quote.term,
    outcome: quote.outcome,
    ...(premium !== null && { premium: Number(premium) }),
    bindable: quote.bindable,
    requiresUnderwriterApproval: quote.requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quote.requiresPolicyholderAcceptance,
    underReview: quote.underReview,
    ...(underwriterResponse !== null && { underwriterResponse }),
    quoteTimestamp: quote.quoteTimestamp.toISOString(),
    productVersionId: quote.productVersionId,
  };
}
