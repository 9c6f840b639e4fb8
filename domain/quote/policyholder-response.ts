import { isBindable, type QuoteDecisions } from './bindable.js';
import type { QuoteType } from './quote.js';

/** What of a quote a policyholder's response depends on. */
export interface OfferedQuote extends QuoteDecisions {
  type: QuoteType;
  outcome: 'QUOTED' | 'DECLINED';
}

/** What a policyholder said. */
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
 * What a policyholder's response does to a quote. It counts once: the same again changes nothing, the opposite is
 * refused, and so is any once the quote is bound. A quote that was declined by its policyholder cannot be bound, whether or
 * not it had to be accepted.
 */
export function answered(
  quote: OfferedQuote,
  response: PolicyholderResponse,
  { isBound }: { isBound: boolean },
): Answered {
  if (quote.type === 'PACKAGE_COMPONENT') {
    return { result: 'REFUSED', reason: 'a component is accepted with its package: name the package quote' };
  }
  if (quote.outcome === 'DECLINED') return { result: 'REFUSED', reason: 'the quote was declined in rating' };
  const { policyholderResponse: before } = quote;
  if (before !== null) {
    if (before.isApproved === response.isApproved) return { result: 'UNCHANGED' };
    const said = before.isApproved === true ? 'accepted' : 'declined';
    return { result: 'REFUSED', reason: `the policyholder has ${said} the quote already` };
  }
  if (isBound) return { result: 'REFUSED', reason: 'the quote is bound already' };
  return { result: 'RECORD', bindable: isBindable({ ...quote, policyholderResponse: { ...response } }) };
}
