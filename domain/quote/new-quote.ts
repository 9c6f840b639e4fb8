import type { Authority } from '../authority/authority.js';
import { aboveLimits } from '../authority/lack.js';
import type { BusinessTime } from '../ground/business-time.js';
import { derivedId } from '../ground/derived-id.js';
import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import {
  type QuotedRating,
  type QuoteMessage,
  type RatingResult,
  referralCodes,
} from '../rating/run/result.js';
import { isBindable } from './bindable.js';
import type { ExpiringTerm } from './expiring-term.js';
import { heldFrom } from './held-from.js';
import type { Loading } from './loading.js';
import type { QuoteType } from './quote.js';
import { quoteDetailsOf } from './quote-details.js';
import { type DatedAmounts, largestOf, quotedAmounts } from './seller-limits.js';
import type { QuoteUnderwriting } from './underwriting.js';

/** The event, action and product version that a quote is made for. */
export interface QuoteContext {
  triggerRequestId: string;
  organizationId: string;
  envelope: { batchMode: boolean; payload: { effectiveDate: string; intake: AnswerMap } };
  /** Null if the event has no client (`batchMode`). */
  clientId: string | null;
  /** The client's test clock. */
  clockId: string | null;
  action: { actionId: string; type: string };
  product: { id: string; versionId: string; source: 'HOSTING' | 'BUILDER'; title: string };
  quoting: { organizationId: string; name: string };
  /** The requested term, or the plan's first one; a declined quote shows it. */
  term: Term;
  /** What the rating was told of the expiring term. */
  expiring?: ExpiringTerm | undefined;
  /** The underwriter's loading that it was rated with. */
  loading?: Loading | undefined;
  asConfiguredAt: Date;
  now: BusinessTime;
  /** The limits of a licensed seller, above which an underwriter decides. */
  sellerLimits?: Authority['limits'] | undefined;
  /** Of a change of a policy: the amounts of each stretch of the term that it alters. Else those of the rating count. */
  stretchAmounts?: readonly DatedAmounts[];
}

/** No decision was made. */
const undecided = { underwriterResponse: null, policyholderResponse: null };

/** A quote's id is derived from its event and action, so that a retried rating creates the same quote. */
export const quoteIdOf = (triggerRequestId: string, actionId: string): string =>
  derivedId(triggerRequestId, actionId, 'quote');

/**
 * The record of a rating: a quote, or a declined quote with messages that give the reasons (spec 2.5).
 * `bindable` is true only if no approval or acceptance is required, its amounts agree, and the premium is not below zero;
 * the day and who binds it are judged when it is read (`whyNotAccept`).
 */
export function newQuote(context: QuoteContext, rating: RatingResult) {
  const { envelope, product, quoting, now } = context;
  const quoted = rating.outcome === 'QUOTED' ? rating : undefined;
  const expiresAt = quoted && expirationOf(quoted, now);
  const referrals = quoted ? referralsOf(context, quoted) : [];
  const messages = [...rating.messages, ...referrals];
  const type = typeOf(rating, envelope.batchMode);
  const requiresUnderwriterApproval = quoted?.requiresUnderwriterApproval || referrals.length > 0;
  return {
    requestId: quoteIdOf(context.triggerRequestId, context.action.actionId),
    pipelineId: derivedId(context.triggerRequestId, 'pipeline'),
    triggerRequestId: context.triggerRequestId,
    actionId: context.action.actionId,
    actionType: context.action.type,
    type,
    productId: product.id,
    productVersionId: product.versionId,
    versionSystemSource: product.source,
    clientId: context.clientId,
    clockId: context.clockId,
    clientOrganizationId: context.organizationId,
    quotingOrganizationId: quoting.organizationId,
    lineName: product.title,
    quotingOrganizationName: quoting.name,
    effectiveDate: envelope.payload.effectiveDate,
    term: rating.term ?? context.term,
    outcome: rating.outcome,
    bindable:
      quoted !== undefined &&
      isBindable({ ...undecided, ...quoted, type, messages, requiresUnderwriterApproval }),
    requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quoted?.requiresPolicyholderAcceptance ?? false,
    underwriterResponse: null,
    policyholderResponse: null,
    premium: quoted?.premium ?? null,
    quoteDetails: quoted && expiresAt ? quoteDetailsOf(quoted, expiresAt.toISOString()) : null,
    messages,
    metadata: metadataOf(rating, context),
    intake: envelope.payload.intake,
    rawQuoteRequest: null,
    rawQuoteDetails: null,
    inputMappingData: null,
    asRatingConfiguredAt: context.asConfiguredAt,
    quoteTimestamp: now,
    expiresAt: expiresAt ?? null,
    lineId: null as string | null,
    packageRequestId: null as string | null,
    packagePosition: null as number | null,
    underwriting: null as QuoteUnderwriting | null,
  };
}

function metadataOf(
  { rateMeta, overlays }: RatingResult,
  { expiring, loading }: Pick<QuoteContext, 'expiring' | 'loading'>,
): JsonObject {
  return {
    rateMeta,
    ...(overlays && { overlays: { state: overlays.state, names: [...overlays.names] } }),
    ...(expiring && { expiring }),
    ...(loading && { loading }),
  };
}

/** A seller may bind up to its limits; above them, an underwriter of the insurer decides. */
function referralsOf(
  { sellerLimits, envelope, stretchAmounts = [] }: QuoteContext,
  quoted: QuotedRating,
): QuoteMessage[] {
  if (sellerLimits === undefined || envelope.batchMode) return [];
  const { effectiveDate } = envelope.payload;
  const own = { from: effectiveDate, ...quotedAmounts(quoted.premium, quoted.coverages) };
  const amounts = stretchAmounts.length > 0 ? stretchAmounts : [own];
  const above = aboveLimits(sellerLimits, largestOf(amounts));
  if (above === undefined) return [];
  const from = amounts.find((each) => aboveLimits(sellerLimits, each) !== undefined)?.from;
  const message = { severity: 'WARNING', code: referralCodes.aboveAuthority, message: above.reason } as const;
  return from === undefined || from === effectiveDate ? [message] : heldFrom(from, [message]);
}

function typeOf(rating: RatingResult, batchMode: boolean): QuoteType {
  if (rating.outcome === 'DECLINED') return rating.type;
  return batchMode ? 'BATCH' : 'QUOTE';
}

/** The expiration of a quote that was made at `madeAt`. */
export function expirationOf({ quoteValidDays }: Pick<QuotedRating, 'quoteValidDays'>, madeAt: Date): Date {
  return new Date(madeAt.getTime() + quoteValidDays * dayMs);
}

const dayMs = 86_400_000;
