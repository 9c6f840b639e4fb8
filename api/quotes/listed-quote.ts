import { nameOfPerson } from '../../db/identity/people.js';
import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import { monthsOfTerm, nameInInterface } from '../../domain/ground/term.js';
import { waitsForOf } from '../../domain/quote/underwriting.js';
import type { ListedQuote } from './list-schemas.js';

/** A quote as it is listed for an organization. Who reviews it is known to the quoting organization alone. */
export function listedQuote(quote: StoredListedQuote, readerId: string): Omit<ListedQuote, 'brokenLimits'> {
  const { requestId, triggerRequestId, type, productId, lineName, clientId, premium, underwriterResponse } =
    quote;
  const waitsFor = waitsForOf(quote);
  return {
    requestId,
    triggerRequestId,
    type,
    lineId: productId,
    lineName,
    ...(clientId !== null && { clientId }),
    clientOrganizationId: quote.clientOrganizationId,
    quotingOrganizationId: quote.quotingOrganizationId,
    quotingOrganization: quote.quotingOrganizationName,
    effectiveDate: quote.effectiveDate,
    term: nameInInterface(quote.term),
    termMonths: monthsOfTerm(quote.term),
    outcome: quote.outcome,
    ...(premium !== null && { premium: Number(premium), taxesAndFees: Number(quote.taxesAndFees) }),
    bindable: quote.bindable,
    requiresUnderwriterApproval: quote.requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quote.requiresPolicyholderAcceptance,
    underReview: quote.underReview,
    ...(waitsFor && { waitsFor }),
    bound: quote.policyNumber !== null,
    ...(quote.policyId !== null && { policyId: quote.policyId }),
    ...(underwriterResponse !== null && { underwriterResponse }),
    quoteTimestamp: quote.quoteTimestamp.toISOString(),
    productVersionId: quote.productVersionId,
    ...(quote.clockId !== null && { clockId: quote.clockId }),
    ...(quote.clientName !== null && { clientName: quote.clientName }),
    referralReasons: quote.referralMessages.map(({ message }) => message),
    ...(quote.quotingOrganizationId === readerId && reviewOf(quote)),
  };
}

function reviewOf({ reviewer, assignedAt, noteCount }: StoredListedQuote) {
  return {
    ...(reviewer && {
      assignedTo: { personId: reviewer.id, name: nameOfPerson(reviewer) },
    }),
    ...(assignedAt !== null && { assignedTimestamp: assignedAt.toISOString() }),
    noteCount,
  };
}
