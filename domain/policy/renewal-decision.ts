import { Decimal } from '../expression/index.js';

/** A policy's renewal when its next term has been quoted. */
export interface RenewalToDecide {
  /** The decimal premium at which the renewal was accepted, if a quote is held that a change of the policy has outdated. */
  acceptedPremium: string | undefined;
  /** The new quote, or why there is none to bind. */
  quoted: { premium: string } | { obstacle: string };
  /** Why the renewal waits for a person already, if it does. */
  waits: string | null;
  /** The product renews with the quote that the service has made. */
  automatic: boolean;
  /** The share by which the premium may move without a person: decimal text. */
  tolerance: string;
}

/** Whether the new quote is held for the end of the term, and why the renewal waits for a person, if it does. */
export interface RenewalDecision {
  held: boolean;
  waits: string | null;
}

/**
 * A renewal that was accepted stays accepted after a change of the policy, unless its premium moves by more than the
 * tolerance or its quote cannot be bound as it is. What waits for a person waits until somebody selects a quote.
 */
export function decideRenewal({
  acceptedPremium,
  quoted,
  waits,
  automatic,
  tolerance,
}: RenewalToDecide): RenewalDecision {
  const obstacle = 'obstacle' in quoted ? quoted.obstacle : undefined;
  if (acceptedPremium !== undefined) {
    const reason =
      obstacle ??
      ('premium' in quoted ? whyNotPremium(acceptedPremium, quoted.premium, tolerance) : undefined);
    return { held: reason === undefined, waits: reason ?? null };
  }
  if (waits !== null) return { held: false, waits: obstacle ?? waits };
  return automatic ? { held: obstacle === undefined, waits: obstacle ?? null } : { held: false, waits: null };
}

/** Why a premium is too far from the one that was accepted; undefined if it is not. */
function whyNotPremium(accepted: string, premium: string, tolerance: string): string | undefined {
  const moved = Decimal.of(premium).minus(accepted).abs();
  if (moved.lessThanOrEqualTo(Decimal.of(accepted).abs().times(tolerance))) return undefined;
  const percent = Decimal.of(tolerance).times(100).toFixed();
  return `the premium of the renewal moved from ${accepted} to ${premium}, by more than ${percent} %`;
}
