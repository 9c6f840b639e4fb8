import { contentHash } from '../ground/canonical-json.js';
import type { JsonObject } from '../ground/json.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import { expirationOf } from '../quote/new-quote.js';
import type { QuoteDetails } from '../quote/quote.js';
import { quoteDetailsOf } from '../quote/quote-details.js';
import { stopCodes } from '../quote/stop-codes.js';
import { compareReplay, type ReplayReport } from '../rating/comparison/replay.js';
import type { QuoteMessage, RatingResult } from '../rating/run/result.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { isRatedByOwnPlan, type RatedQuestion } from './rerate.js';

/** A stored quote with its worksheet. */
export interface QuoteToReplay extends RatedQuestion {
  outcome: RatingResult['outcome'];
  /** Decimal text; null if it was declined. */
  premium: string | null;
  quoteDetails: QuoteDetails | null;
  messages: QuoteMessage[];
  metadata: JsonObject;
  quoteTimestamp: Date;
  worksheet: WorksheetLine[];
  /** The content hash stored with the worksheet. */
  worksheetSha256: string;
}

export interface QuoteReplay extends ReplayReport {
  worksheetSha256: { stored: string; replayed: string };
}

/** Messages that are of the lookups before the rating, not of the rating itself. */
const ofLookups: ReadonlySet<string> = new Set(Object.values(lookupCodes));

/** Why a stored quote cannot be replayed, as the end of a sentence; null if it can. */
export function whyNotReplayable(
  quote: Pick<QuoteToReplay, 'actionType' | 'messages' | 'metadata' | 'inputMappingData'>,
): string | null {
  const { actionType, messages, metadata } = quote;
  if (metadata.erased === true) return 'its answers were erased';
  if (!isRatedByOwnPlan(quote)) return `its action, ${actionType}, is not rated by a plan of the product`;
  if (messages.some(({ code }) => code === 'RATING_FAILED')) return 'its rating failed without a result';
  if (messages.some(({ code }) => code === stopCodes.DECLINE)) return 'a hold declined it, without its price';
  if (messages.some(({ severity, version }) => severity === 'ERROR' && version !== undefined))
    return 'a rule of another version declined it, without its price';
  if (outcomeStopped(quote)) return 'a missing source declined it, without its price';
  return null;
}

/** A declined quote that a missing source declined; where the rating declined it, too, there is no other word of that. */
function outcomeStopped({ messages }: Pick<QuoteToReplay, 'messages'>): boolean {
  return messages.some(({ code }) => code === lookupCodes.DECLINE);
}

/**
 * Compares a stored quote with a new rating of the same intake: the outcome, every amount, coverage and
 * message of the quote, and every step of the worksheet.
 */
export function replayQuote(
  stored: QuoteToReplay,
  rating: RatingResult,
  options?: { atMost?: number },
): QuoteReplay {
  const { outcome, premium, quoteDetails, messages, metadata, worksheet } = stored;
  const sha256 = contentHash(rating.worksheet);
  const report = compareReplay(
    {
      result: {
        outcome,
        premium,
        quoteDetails,
        messages: messages.filter(({ code }) => !ofLookups.has(code)),
        rateMeta: metadata.rateMeta,
        worksheetSha256: stored.worksheetSha256,
      },
      worksheet,
    },
    { result: { ...resultOf(stored, rating), worksheetSha256: sha256 }, worksheet: rating.worksheet },
    options,
  );
  return { ...report, worksheetSha256: { stored: stored.worksheetSha256, replayed: sha256 } };
}

function resultOf({ quoteTimestamp }: QuoteToReplay, rating: RatingResult) {
  const { outcome, messages, rateMeta } = rating;
  if (outcome === 'DECLINED') return { outcome, premium: null, quoteDetails: null, messages, rateMeta };
  const expiresAt = expirationOf(rating, quoteTimestamp).toISOString();
  return {
    outcome,
    premium: rating.premium,
    quoteDetails: quoteDetailsOf(rating, expiresAt),
    messages,
    rateMeta,
  };
}
