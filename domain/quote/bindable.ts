import type { BusinessTime } from '../ground/business-time.js';
import type { QuoteType } from './quote.js';
import { stopCodes } from './stop-codes.js';
import { type QuoteUnderwriting, underwritingAgainst } from './underwriting.js';

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
  /** What was asked and offered of it; undefined where it was not read, as in lists: `bindable` has it. */
  underwriting?: QuoteUnderwriting | null | undefined;
}

/** The code of the message of a carrier's quote whose coverages do not cost what the quote does. */
export const sumsDisagree = 'COVERAGES_DISAGREE_WITH_PREMIUM';

/** The codes of the messages of a quote that nothing makes bindable. */
const finalCodes: ReadonlySet<string> = new Set([sumsDisagree, stopCodes.DECLINE]);

/** The fields of a quote that decide whether it can be bound. */
export interface QuoteToBind extends Omit<QuoteDecisions, 'messages'> {
  outcome: 'QUOTED' | 'DECLINED';
  /** As far as its rating and the decisions on it go ({@link isBindable}). */
  bindable: boolean;
  expiresAt: Date | null;
  packageRequestId: string | null;
  messages?: readonly { code: string; message?: string }[];
}

/** The quotes that become a policy or the next term of one. */
export const boundTypes: ReadonlySet<QuoteType> = new Set<QuoteType>(['QUOTE', 'PRE_ISSUE', 'RENEWAL']);

/** The quotes that change a policy. */
export const changeTypes: ReadonlySet<QuoteType> = new Set<QuoteType>(['ENDORSEMENT', 'TRUEUP']);

/**
 * Whether a rated quote is one to bind, as far as its rating and the decisions on it go: every required approval is given,
 * nobody has declined, its amounts agree, and a policy or a renewal costs no less than nothing. A change of a policy may be
 * a return. Its days and who binds it are judged whenever it is read or bound.
 */
export function isBindable(quote: QuoteDecisions): boolean {
  const { type, messages } = quote;
  if (!boundTypes.has(type) && !changeTypes.has(type)) return false;
  return decisionAgainst(quote) === undefined && !messages.some(({ code }) => finalCodes.has(code));
}

/** Why a quote cannot be bound or change a policy. */
export interface Obstacle {
  code: 'HOLD' | 'QUOTE_EXPIRED' | 'QUOTE_ISSUED' | 'QUOTE_NOT_BINDABLE' | 'EFFECTIVE_DATE_NOT_BINDABLE';
  /** A sentence. */
  reason: string;
}

/** What prevents a quote from being bound or changing a policy now; undefined if nothing does. */
export function obstacleTo(
  quote: QuoteToBind,
  now: BusinessTime,
  types: ReadonlySet<QuoteType> = boundTypes,
): Obstacle | undefined {
  const reason = kindAgainst(quote, types);
  if (reason !== undefined) return { code: 'QUOTE_NOT_BINDABLE', reason };
  if (quote.expiresAt !== null && quote.expiresAt.getTime() <= now.getTime())
    return { code: 'QUOTE_EXPIRED', reason: `the quote expired on ${quote.expiresAt.toISOString()}` };
  const decision = decisionAgainst(quote);
  if (decision !== undefined) {
    const by = quote.messages?.find(({ code }) => code === stopCodes.REFER)?.message;
    const isUndecided = quote.requiresUnderwriterApproval && quote.underwriterResponse === null;
    const reason = by !== undefined && isUndecided ? `${decision}: ${by}` : decision;
    return { code: 'QUOTE_NOT_BINDABLE', reason };
  }
  if (quote.bindable) return undefined;
  const why = quote.messages?.find(({ code }) => finalCodes.has(code))?.message;
  return { code: 'QUOTE_NOT_BINDABLE', reason: why ?? 'the quote is not bindable' };
}

/** The reason alone. */
export function whyNotBindable(...asked: Parameters<typeof obstacleTo>): string | undefined {
  return obstacleTo(...asked)?.reason;
}

function kindAgainst(quote: QuoteToBind, types: ReadonlySet<QuoteType>): string | undefined {
  if (quote.type === 'PACKAGE_COMPONENT' || quote.packageRequestId !== null)
    return 'the quote is a component of a package: bind the package quote';
  if (quote.outcome === 'DECLINED') {
    const by = quote.messages?.find(({ code }) => code === stopCodes.DECLINE)?.message;
    return by === undefined ? 'the quote was declined in rating' : `the quote was declined: ${by}`;
  }
  return types.has(quote.type) ? undefined : `a quote of type ${quote.type} cannot be bound`;
}

function decisionAgainst(quote: Omit<QuoteDecisions, 'messages'>): string | undefined {
  const { underwriterResponse, policyholderResponse } = quote;
  const asked = underwritingAgainst(quote.underwriting);
  if (asked !== undefined) return asked;
  if (underwriterResponse?.isApproved === false) return 'an underwriter has declined the quote';
  if (quote.requiresUnderwriterApproval && underwriterResponse?.isApproved !== true)
    return "the quote needs an underwriter's approval";
  if (policyholderResponse?.isApproved === false) return 'the policyholder has declined the quote';
  if (quote.requiresPolicyholderAcceptance && policyholderResponse?.isApproved !== true)
    return "the quote needs the policyholder's acceptance";
  if (boundTypes.has(quote.type) && quote.premium?.startsWith('-'))
    return `the premium of the quote is below zero (${quote.premium}): only a change of a policy can be bound at that`;
  return undefined;
}
