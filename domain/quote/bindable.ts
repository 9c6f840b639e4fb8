import type { QuoteType } from './quote.js';

/** The decisions on a quote before it can be bound. */
export interface QuoteDecisions {
  type: QuoteType;
  /** Decimal text; null if it was declined. */
  premium: string | null;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriterResponse: { isApproved: boolean } | null;
  policyholderResponse: { isApproved: boolean } | null;
  messages: readonly { code: string }[];
}

/** The code of the message of a quote whose effective date could not be bound when it was quoted. */
export const dateNotBindable = 'EFFECTIVE_DATE_NOT_BINDABLE';

/** Whether a quote was made for a date from which its organization cannot bind. */
export function hasUnboundDate({ messages }: Pick<QuoteDecisions, 'messages'>): boolean {
  return messages.some(({ code }) => code === dateNotBindable);
}

/** The fields of a quote that decide whether it can be bound. */
export interface QuoteToBind extends QuoteDecisions {
  outcome: 'QUOTED' | 'DECLINED';
  bindable: boolean;
  expiresAt: Date | null;
  packageRequestId: string | null;
}

const bindableTypes: ReadonlySet<QuoteType> = new Set<QuoteType>(['QUOTE', 'PRE_ISSUE', 'RENEWAL']);

/**
 * Whether a rated quote can be bound: every required approval is given, nobody has declined, its date is allowed, and a
 * policy or a renewal costs no less than nothing. A change of a policy may be a return.
 */
export function isBindable(quote: QuoteDecisions): boolean {
  return decisionAgainst(quote) === undefined && !hasUnboundDate(quote);
}

/** Why a quote cannot be bound or change a policy. */
export interface Obstacle {
  code: 'QUOTE_EXPIRED' | 'QUOTE_NOT_BINDABLE';
  /** A sentence. */
  reason: string;
}

/** What prevents a quote from being bound or changing a policy now; undefined if nothing does. */
export function obstacleTo(
  quote: QuoteToBind,
  now: Date,
  types: ReadonlySet<QuoteType> = bindableTypes,
): Obstacle | undefined {
  const reason = kindAgainst(quote, types);
  if (reason !== undefined) return { code: 'QUOTE_NOT_BINDABLE', reason };
  if (quote.expiresAt !== null && quote.expiresAt.getTime() <= now.getTime())
    return { code: 'QUOTE_EXPIRED', reason: `the quote expired on ${quote.expiresAt.toISOString()}` };
  const decision = decisionAgainst(quote);
  if (decision !== undefined) return { code: 'QUOTE_NOT_BINDABLE', reason: decision };
  // The date is decided at each binding: another day, or the issuer instead of the seller, may bind it.
  if (quote.bindable || hasUnboundDate(quote)) return undefined;
  return { code: 'QUOTE_NOT_BINDABLE', reason: 'the quote is not bindable' };
}

/** The reason alone. */
export function whyNotBindable(...asked: Parameters<typeof obstacleTo>): string | undefined {
  return obstacleTo(...asked)?.reason;
}

function kindAgainst(quote: QuoteToBind, types: ReadonlySet<QuoteType>): string | undefined {
  if (quote.type === 'PACKAGE_COMPONENT' || quote.packageRequestId !== null)
    return 'the quote is a component of a package: bind the package quote';
  if (quote.outcome === 'DECLINED') return 'the quote was declined in rating';
  return types.has(quote.type) ? undefined : `a quote of type ${quote.type} cannot be bound`;
}

function decisionAgainst(quote: QuoteDecisions): string | undefined {
  const { underwriterResponse, policyholderResponse } = quote;
  if (underwriterResponse?.isApproved === false) return 'an underwriter has declined the quote';
  if (quote.requiresUnderwriterApproval && underwriterResponse?.isApproved !== true)
    return "the quote needs an underwriter's approval";
  if (policyholderResponse?.isApproved === false) return 'the policyholder has declined the quote';
  if (quote.requiresPolicyholderAcceptance && policyholderResponse?.isApproved !== true)
    return "the quote needs the policyholder's acceptance";
  if (bindableTypes.has(quote.type) && quote.premium?.startsWith('-'))
    return `the premium of the quote is below zero (${quote.premium}): only a change of a policy can be bound at that`;
  return undefined;
}
