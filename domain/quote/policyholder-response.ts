import { isBindable, type QuoteDecisions } from './bindable.js';
import type { QuoteType } from './quote.js';

/** The fields of a quote that a policyholder's response depends on. */
export interface OfferedQuote extends QuoteDecisions {
  type: QuoteType;
  outcome: 'QUOTED' | 'DECLINED';
}

/** A policyholder's acceptance or refusal. */
export interface PolicyholderResponse {
  isApproved: boolean;
  responseSource: string;
  decisionTimestamp: string;
}

export type Answered =
  | { result: 'RECORD'; bindable: boolean }
  | { result: 'UNCHANGED' }
  | { result: 'REFUSED'; reason: string };

/**
 * The effect of a policyholder's response on a quote. Only the first response counts: repeating it changes
 * nothing, and the opposite is refused. Any response to a bound quote is refused. A quote that its
 * policyholder declined cannot be bound, even if no acceptance was required.
 */
export function answered(
  quote: OfferedQuote,
  response: PolicyholderResponse,
  { isBound }: { isBound: boolean },
): Answered {
  if (quote.type === 'PACKAGE_COMPONENT') {
    return { result: 'REFUSED', reason: 'a component is accepted with its package: use the package quote' };
  }
  if (quote.outcome === 'DECLINED') return { result: 'REFUSED', reason: 'the quote was declined in rating' };
  const { policyholderResponse: before } = quote;
  if (before !== null) {
    if (before.isApproved === response.isApproved) return { result: 'UNCHANGED' };
    const decision = before.isApproved === true ? 'accepted' : 'declined';
    return { result: 'REFUSED', reason: `the policyholder has already ${decision} the quote` };
  }
  if (isBound) return { result: 'REFUSED', reason: 'the quote is already bound' };
  return { result: 'RECORD', bindable: isBindable({ ...quote, policyholderResponse: response }) };
}
