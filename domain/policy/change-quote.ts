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
import { exactText } from '../money/amount-text.js';
import { sumOfAmounts } from '../money/cents.js';
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
import { linesOfStretches, type PricedChange } from './policy-change.js';
import { lineBases } from './premium-part.js';
import type { ChargeLayer } from './proration.js';
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
  /** What its amount is for. */
  parts: z
    .array(
      z.object({
        coverage: z.string().nullable(),
        unit: z.string().nullable(),
        unitClass: z.string().nullable(),
        state: z.string().nullable(),
        basis: z.enum(lineBases),
        amount: decimalString,
        inTerm: decimalString,
      }),
    )
    .optional(),
});

/** What a change costs in one term. */
const changeOfTerm = z.object({
  termNumber: z.number().int(),
  /** The first day of the term; its rates apply to the whole term. */
  ratedFor: calendarDate,
  /**
   * What it changes, from its day and, where the caller chose so, from the days of later changes. In a later term, those with
   * its day are of the answers that the term begins with.
   */
  edits: z.array(datedEdits),
  /** The charge or, if negative, the return. */
  premium: decimalString,
  taxesAndFees: decimalString,
  /** The taxes and fees by type, with the periods over which they are earned. */
  charges: z.array(
    stretch.omit({ termPremium: true, rating: true, parts: true }).extend({
      type: z.string(),
      authority: z.string().optional(),
      state: z.string().nullish(),
    }),
  ),
  termPremium: z.object({ before: decimalString, after: decimalString }),
  days: z.number().int(),
  daysOfTerm: z.number().int(),
  /** Those of which it alters the answers. */
  stretches: z.array(stretch),
});

/** The same with the days that it has in the term. */
const datedChangeOfTerm = changeOfTerm.extend({ from: calendarDate, until: calendarDate });

/**
 * The `policyChange` in the `metadata` of a quote: the change that was asked for, and its price. `premium` and `taxesAndFees`
 * are totals; the rest of its price is that of the term of its day.
 */
const quotedChange = changeOfTerm.extend({
  policyId: uuid,
  effectiveDate: calendarDate,
  /** The last change of the policy that the price includes. */
  basedOn: z.number().int(),
  /** The answers that were sent. */
  answers: answerMap,
  /** Where it meets changes that take effect later. */
  conflicts: z.array(editConflict).optional(),
  /** The largest premium of a whole term among all stretches, and the largest limit of a coverage: for the limits of a seller. */
  largestAmounts: z.object({ premium: decimalString, coverage: decimalString }),
  /** The rating of the whole term with the change; its coverages are those of the quote. */
  termQuoteDetails: quoteDetails.omit({ coverageTypes: true }),
  /**
   * The ratings of later stretches that it alters, on which changes that are recorded already take effect, and of later terms:
   * each by what differs from the one before it, the first from the rating of the whole term. They are large, and nearly the
   * same.
   */
  laterRatings: z.array(jsonDifference.nullable()).optional(),
  /** Of a change that begins in an earlier term: its price in that term and in each later one that it reaches. */
  terms: z.array(datedChangeOfTerm).optional(),
});

export type QuotedChange = z.output<typeof quotedChange>;
export type QuotedChangeOfTerm = z.output<typeof datedChangeOfTerm>;

/** A change to quote: what its own ratings give, without the rating of the whole term. */
export interface ChangeOfQuote
  extends Pick<QuotedChange, 'policyId' | 'effectiveDate' | 'basedOn' | 'answers' | 'conflicts'> {
  /** The term of its day, and the later ones that it reaches. */
  terms: readonly QuotedChangeOfTerm[];
  /** The ratings that the stretches refer to. */
  laterRatings: readonly QuotedRating[];
}

/**
 * The record of a change's rating. Its premium is the charge for the rest of the term, and for later terms, or, if negative,
 * the return. The price of the whole term is in the metadata. Each stretch that the change alters is
 * underwritten: its rules, and the limits of a seller.
 */
export function changeQuotes(
  context: QuoteContext,
  rating: QuotedRating | (BundleRating & QuotedRating),
  type: 'ENDORSEMENT' | 'TRUEUP',
  { laterRatings, terms, ...change }: ChangeOfQuote,
) {
  const { effectiveDate } = change;
  const [ofDay, ...others] = terms;
  if (ofDay === undefined) throw new RangeError('a change is of a term');
  const { from, until, ...first } = ofDay;
  const stretches = terms.flatMap((each) => each.stretches);
  const charges = terms.flatMap((each) => each.charges);
  const premium = sumOfAmounts(terms.map((each) => each.premium));
  const ratingOf = ({ rating: place }: QuotedChange['stretches'][number]) =>
    place === undefined ? undefined : laterRatings[place];
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
  const expiresAt = quote.expiresAt.toISOString();
  const policyChange: QuotedChange = {
    ...change,
    ...first,
    premium,
    taxesAndFees: totalOfCharges(charges),
    largestAmounts,
    termQuoteDetails,
    ...(laterRatings.length > 0 && {
      laterRatings: differencesFrom(
        quote.quoteDetails,
        laterRatings.map((each) => quoteDetailsOf(each, expiresAt)),
      ),
    }),
    ...(others.length > 0 && { terms: [...terms] }),
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
  // It is of the whole term, whose premium has it.
  const { loading: _, ...premiumOfTerm } = details.premium;
  return {
    ...details,
    premium: {
      ...premiumOfTerm,
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
    premium: exactText(termQuoteDetails.premium.amount),
    quoteDetails: ofWholeTerm(quote, change),
    metadata,
    outcome,
    messages,
  };
}

/** The change that a stored quote is of; undefined if it is of none. */
export function changeOfQuote({ metadata }: { metadata: JsonObject }): QuotedChange | undefined {
  return quotedChange.safeParse(metadata.policyChange).data;
}

/** A quoted change as it is made, in each term that it reaches. */
export function pricedAsQuoted(
  { requestId: quoteId, type }: { requestId: string; type: QuoteType },
  { effectiveDate, answers, terms = [], ...own }: QuotedChange,
): PricedChange[] {
  const kind = type === 'TRUEUP' ? 'TRUE_UP' : 'ENDORSE';
  const reached = terms.length > 0 ? terms : [{ ...own, from: effectiveDate }];
  return reached.map(({ termNumber, from, stretches, charges, termPremium, edits }) => ({
    kind,
    termNumber,
    stretches,
    charges,
    edits,
    quoteId,
    effectiveDate: from,
    // They were sent for the day of the change.
    answers: from === effectiveDate ? answers : null,
    lines: linesOfStretches(stretches),
    termPremium: termPremium.after,
  }));
}
