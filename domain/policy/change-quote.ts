import { z } from 'zod';
import type { Json, JsonObject } from '../ground/json.js';
import {
  differenceFrom,
  type JsonDifference,
  jsonDifference,
  withDifference,
} from '../ground/json-difference.js';
import { calendarDate, decimalString, uuid } from '../ground/primitives.js';
import { datedEdits } from '../intake/answer-edits.js';
import { answerMap } from '../intake/answers.js';
import { onCancellation } from '../money/on-cancellation.js';
import { isBindable } from '../quote/bindable.js';
import type { QuoteContext } from '../quote/new-quote.js';
import { newQuotes } from '../quote/package-quote.js';
import { type QuoteDetails, type QuoteType, quoteDetails } from '../quote/quote.js';
import { quoteDetailsOf } from '../quote/quote-details.js';
import { largestOf, quotedAmounts } from '../quote/seller-limits.js';
import type { BundleRating } from '../rating/bundle/result.js';
import type { QuotedRating, QuoteMessage } from '../rating/run/result.js';
import { totalOfCharges } from './charges.js';
import { editConflict } from './edit-conflicts.js';
import type { PricedChange } from './policy-change.js';
import { type ChargeLayer, netted } from './proration.js';
import { renewalOfQuote } from './renewal-quote.js';
import { messagesOfRating, underwrittenThroughout } from './underwritten-throughout.js';

const stretch = z.object({
  from: calendarDate,
  until: calendarDate,
  amount: decimalString,
  /** What it adds to the amount of a whole term. */
  inTerm: decimalString.optional(),
  termPremium: decimalString,
  /** Its place in `laterRatings`; none if it has the first day's answers. */
  rating: z.number().int().optional(),
  rated: z
    .object({
      premium: decimalString,
      taxesAndFees: z.array(
        z.object({ type: z.string(), amount: decimalString, onCancellation: onCancellation.optional() }),
      ),
    })
    .optional(),
});

/** The `policyChange` in the `metadata` of a quote: the change that was asked for, and its price. */
const quotedChange = z.object({
  policyId: uuid,
  termNumber: z.number().int(),
  effectiveDate: calendarDate,
  /** The last change of the policy that the price includes. */
  basedOn: z.number().int(),
  /** The first day of the term; its rates apply to the whole term. */
  ratedFor: calendarDate,
  /** The answers that were sent. */
  answers: answerMap,
  /** What they change, from the effective date and, where the caller chose so, from the days of later changes. */
  edits: z.array(datedEdits),
  /** Where it meets changes that take effect later. */
  conflicts: z.array(editConflict).optional(),
  /** The charge or, if negative, the return. */
  premium: decimalString,
  taxesAndFees: decimalString,
  /** The taxes and fees by type, with the periods over which they are earned. */
  charges: z.array(
    stretch.omit({ termPremium: true, rating: true, rated: true }).extend({ type: z.string() }),
  ),
  termPremium: z.object({ before: decimalString, after: decimalString }),
  days: z.number().int(),
  daysOfTerm: z.number().int(),
  /** Those of which it alters the answers. */
  stretches: z.array(stretch),
  /** The largest premium of a whole term among them, and the largest limit of a coverage: for the limits of a seller. */
  largestAmounts: z.object({ premium: decimalString, coverage: decimalString }),
  /** The rating of the whole term with the change; its coverages are those of the quote. */
  termQuoteDetails: quoteDetails.omit({ coverageTypes: true }),
  /**
   * The ratings of later stretches that it alters, on which changes that are recorded already take effect: each by what differs
   * from the one before it, the first from the rating of the whole term. They are large, and nearly the same.
   */
  laterRatings: z.array(jsonDifference.nullable()).optional(),
});

export type QuotedChange = z.output<typeof quotedChange>;

/** A change to quote: what its own ratings give, without the rating of the whole term. */
export interface ChangeOfQuote
  extends Omit<QuotedChange, 'taxesAndFees' | 'termQuoteDetails' | 'laterRatings' | 'largestAmounts'> {
  /** The ratings that the stretches refer to. */
  laterRatings: readonly QuotedRating[];
}

/**
 * The record of a change's rating. Its premium is the charge for the rest of the term or, if negative, the
 * return. The price of the whole term is in the metadata. Each stretch that the change alters is
 * underwritten: its rules, and the limits of a seller.
 */
export function changeQuotes(
  context: QuoteContext,
  rating: QuotedRating | (BundleRating & QuotedRating),
  type: 'ENDORSEMENT' | 'TRUEUP',
  { laterRatings, ...change }: ChangeOfQuote,
) {
  const { effectiveDate, premium, charges, stretches } = change;
  const ratingOf = (stretch: ChangeOfQuote['stretches'][number]) =>
    stretch.rating === undefined ? undefined : laterRatings[stretch.rating];
  const later = stretches.flatMap((stretch) => {
    const own = ratingOf(stretch);
    return own === undefined ? [] : [{ from: stretch.from, rating: own }];
  });
  const stretchAmounts = stretches.map((stretch) => ({
    from: stretch.from,
    ...quotedAmounts(stretch.termPremium, (ratingOf(stretch) ?? rating).coverages),
  }));
  const largestAmounts = largestOf(stretchAmounts);
  const { quote, components } = newQuotes(
    { ...context, stretchAmounts },
    underwrittenThroughout(rating, later),
  );
  if (quote.quoteDetails === null || quote.expiresAt === null) return { quote, components };
  const { coverageTypes: _, ...termQuoteDetails } = quote.quoteDetails;
  const until = quote.expiresAt.toISOString();
  const policyChange: QuotedChange = {
    ...change,
    largestAmounts,
    taxesAndFees: totalOfCharges(charges),
    termQuoteDetails,
    ...(laterRatings.length > 0 && {
      laterRatings: differencesFrom(
        quote.quoteDetails,
        laterRatings.map((rating) => quoteDetailsOf(rating, until)),
      ),
    }),
  };
  return {
    quote: {
      ...quote,
      type,
      bindable: isBindable({ ...quote, type }),
      effectiveDate,
      premium,
      quoteDetails: changedDetails(quote.quoteDetails, premium, charges),
      metadata: { ...quote.metadata, policyChange },
    },
    components,
  };
}

function differencesFrom(first: QuoteDetails, later: readonly QuoteDetails[]): (JsonDifference | null)[] {
  return later.map(
    (details, index) => differenceFrom((later[index - 1] ?? first) as Json, details as Json) ?? null,
  );
}

/** The rating of a stretch that a change alters; null if the quote is of no change. */
export function ratingOfStretch(
  quote: Pick<RatedQuote, 'metadata' | 'quoteDetails'>,
  { rating }: { rating?: number | undefined },
): QuoteDetails | null {
  const change = changeOfQuote(quote);
  if (change === undefined) return null;
  const details = ofWholeTerm(quote, change);
  if (rating === undefined) return details;
  const { laterRatings = [] } = change;
  return laterRatings
    .slice(0, rating + 1)
    .reduce<Json>(
      (before, difference) => (difference === null ? before : withDifference(before, difference)),
      details as Json,
    ) as QuoteDetails;
}

function ofWholeTerm(
  { quoteDetails: details }: Pick<RatedQuote, 'quoteDetails'>,
  { termQuoteDetails }: QuotedChange,
): QuoteDetails {
  const { coverageTypes = [] } = details ?? {};
  return { ...termQuoteDetails, coverageTypes };
}

/** The price of the change; the coverages are those of the whole term. */
function changedDetails(
  details: QuoteDetails,
  premium: string,
  charges: readonly ChargeLayer[],
): QuoteDetails {
  const types = [...new Set(charges.map(({ type }) => type))];
  return {
    ...details,
    premium: {
      ...details.premium,
      amount: Number(premium),
      taxesAndFees: types.map((type) => ({
        type,
        amount: Number(totalOfCharges(charges.filter((charge) => charge.type === type))),
      })),
    },
  };
}

/** The fields of a quote that record its rating. */
interface RatedQuote {
  effectiveDate: string;
  premium: string | null;
  quoteDetails: QuoteDetails | null;
  metadata: JsonObject;
  outcome: 'QUOTED' | 'DECLINED';
  messages: QuoteMessage[];
}

/** A quote as its plan rated it. The quote of a change was rated for the whole term, as in its worksheet. */
export function asRated<Quote extends RatedQuote>(quote: Quote): Pick<Quote, keyof RatedQuote> {
  const { effectiveDate, premium, quoteDetails: details, metadata, outcome } = quote;
  const messages = messagesOfRating(outcome, quote.messages);
  const change = changeOfQuote(quote);
  if (change === undefined) {
    const ratedUntil = renewalOfQuote(quote)?.ratedUntil;
    const quoteDetails = details && ratedUntil ? { ...details, expirationDate: ratedUntil } : details;
    return { effectiveDate, premium, quoteDetails, metadata, outcome, messages };
  }
  const { ratedFor, termQuoteDetails } = change;
  return {
    effectiveDate: ratedFor,
    premium: termQuoteDetails.premium.amount.toFixed(2),
    quoteDetails: ofWholeTerm(quote, change),
    ...{ metadata, outcome, messages },
  };
}

/** The change that a stored quote is of; undefined if it is of none. */
export function changeOfQuote({ metadata }: { metadata: JsonObject }): QuotedChange | undefined {
  return quotedChange.safeParse(metadata.policyChange).data;
}

/** A quoted change as it is made. */
export function pricedAsQuoted(
  { requestId, type }: { requestId: string; type: QuoteType },
  { termNumber, effectiveDate, stretches, charges, termPremium, answers, edits }: QuotedChange,
): PricedChange {
  return {
    kind: type === 'TRUEUP' ? 'TRUE_UP' : 'ENDORSE',
    ...{ termNumber, effectiveDate, stretches, charges, answers, edits, quoteId: requestId },
    lines: netted(stretches),
    termPremium: termPremium.after,
  };
}
