/** What others say about a quote before it can be bound. */
export interface QuoteDecisions {
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriterResponse: { [key: string]: unknown } | null;
  policyholderResponse: { [key: string]: unknown } | null;
}

/** Whether a quote that was quoted can be bound: nobody who has to agree is missing, and nobody has said no. */
export function isBindable(quote: QuoteDecisions): boolean {
  return (
    agreed(quote.requiresUnderwriterApproval, quote.underwriterResponse) &&
    agreed(quote.requiresPolicyholderAcceptance, quote.policyholderResponse)
  );
}

function agreed(isRequired: boolean, response: { [key: string]: unknown } | null): boolean {
  return response === null ? !isRequired : response.isApproved === true;
}
