import { Decimal } from '../expression/index.js';
import type { Term } from '../ground/term.js';
import { exactText } from '../money/amount-text.js';
import { differenceCode } from '../policy/premium-part.js';
import { sumsDisagree } from '../quote/bindable.js';
import type { DeclinedRating, QuotedRating, QuoteMessage, RatingResult } from '../rating/run/result.js';
import type { CarrierAnswer, CarrierQuote } from './carrier-answer.js';
import type { CarrierFailure } from './carrier-outcome.js';

/** Validity of a carrier's quote that has no expiration date, in days. */
const validDays = 30;

/** What becomes of a quote whose coverages cost another amount: it cannot be bound, or the difference is a coverage. */
export type CoverageDifference = 'REFUSED' | 'OWN_LINE';

/** A carrier's response as a rating. `term` is the requested term. */
export function ratingOfCarrier(
  answer: CarrierAnswer,
  {
    term,
    coverageDifference = 'REFUSED',
  }: { term: Term; coverageDifference?: CoverageDifference | undefined },
): RatingResult {
  if (answer.outcome !== 'QUOTED') return declinedBy(answer, term);
  return quotedBy(coverageDifference === 'OWN_LINE' ? withDifference(answer) : answer, term);
}

/** A quote with the difference of its coverages as a coverage of its own. */
function withDifference(quote: CarrierQuote): CarrierQuote {
  const { coverages = [] } = quote;
  const difference = differenceOf(quote);
  if (difference.isZero()) return quote;
  const title = 'Premium of no coverage';
  const own = { type: differenceCode, code: differenceCode, title, premium: exactText(difference) };
  return { ...quote, coverages: [...coverages, own] };
}

/** What a quote costs more than its coverages, if it names any. */
function differenceOf({ premium, coverages = [] }: CarrierQuote): Decimal {
  if (coverages.length === 0) return Decimal.of(0);
  return coverages.reduce((rest, coverage) => rest.minus(coverage.premium), Decimal.of(premium));
}

/** A failed carrier request as a declined rating that gives the reason (spec 7). */
export function ratingOfFailure({ code, message }: CarrierFailure, term: Term): DeclinedRating {
  return declined([{ severity: 'ERROR', code, message: `The carrier did not quote: ${message}` }], term, {});
}

function quotedBy(answer: CarrierQuote, term: Term): QuotedRating {
  const taxesAndFees = answer.taxesAndFees ?? [];
  const fees = taxesAndFees.reduce((sum, item) => sum.plus(item.amount), Decimal.of(0));
  return {
    outcome: 'QUOTED',
    term: answer.term ?? term,
    premium: answer.premium,
    coverages: (answer.coverages ?? []).map(({ code, details = {}, ...coverage }) => ({
      ...coverage,
      code: code ?? coverage.title,
      details: details as QuotedRating['coverages'][number]['details'],
    })),
    taxesAndFees,
    requiresUnderwriterApproval: answer.requiresUnderwriterApproval ?? false,
    requiresPolicyholderAcceptance: false,
    messages: [...messagesOf(answer, 'INFO', 'CARRIER_MESSAGE'), ...whyNotSums(answer)],
    rateMeta: {
      ...metaOf(answer),
      premium: answer.premium,
      taxesAndFees: exactText(fees),
      total: exactText(fees.plus(answer.premium)),
    },
    worksheet: [],
    quoteValidDays: validDays,
  };
}

/** The coverages of a quote cost what the quote does: otherwise one of the amounts is wrong, and nobody knows which. */
function whyNotSums(quote: CarrierQuote): QuoteMessage[] {
  const { premium } = quote;
  const difference = differenceOf(quote);
  if (difference.isZero()) return [];
  const sum = Decimal.of(premium).minus(difference);
  const message = `The coverages cost ${exactText(sum)} together, and the quote ${premium}`;
  return [{ severity: 'WARNING', code: sumsDisagree, message }];
}

function declinedBy(answer: CarrierAnswer, term: Term): DeclinedRating {
  const reasons = messagesOf(answer, 'ERROR', 'CARRIER_DECLINED');
  const noReason: QuoteMessage = {
    severity: 'ERROR',
    code: 'CARRIER_DECLINED',
    message: 'The carrier declined without a reason',
  };
  return declined(reasons.length > 0 ? reasons : [noReason], term, metaOf(answer));
}

function declined(
  messages: QuoteMessage[],
  term: Term,
  rateMeta: DeclinedRating['rateMeta'],
): DeclinedRating {
  return {
    outcome: 'DECLINED',
    type: 'DECLINE',
    term,
    messages,
    rateMeta,
    worksheet: [],
  };
}

function messagesOf(
  { messages = [] }: CarrierAnswer,
  severity: QuoteMessage['severity'],
  code: string,
): QuoteMessage[] {
  return messages.map((message) => ({ severity, code, message }));
}

function metaOf({ carrierQuoteId }: CarrierAnswer): { [name: string]: string } {
  return carrierQuoteId === undefined ? {} : { carrierQuoteId };
}
