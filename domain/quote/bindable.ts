/** The decisions on a quote before it can be bound. */
export interface QuoteDecisions {
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriterResponse: { [key: string]: unknown } | null;
  policyholderResponse: { [key: string]: unknown } | null;
}

/** Whether a rated quote can be bound: every required approval is given, and nobody has declined. */
export function isBindable(quote: QuoteDecisions): boolean {
  return (
    agreed(quote.requiresUnderwriterApproval, quote.underwriterResponse) &&
    agreed(quote.requiresPolicyholderAcceptance, quote.policyholderResponse)
  );
}

function agreed(isRequired: boolean, response: { [key: string]: unknown } | null): boolean {
  return response === null ? !isRequired : response.isApproved === true;
}
