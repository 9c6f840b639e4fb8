import { Dec } from '../expression/index.js';
import type { Term } from '../ground/term.js';
import type { DeclinedRating, QuotedRating, QuoteMessage, RatingResult } from '../rating/run/result.js';
import type { CarrierAnswer, CarrierQuote } from './carrier-answer.js';
import type { CarrierFailure } from './carrier-outcome.js';

/** How long a carrier's quote is valid where it does not say. */
const validDays = 30;

/** A carrier's answer as the rating it is. `term` is the one that was asked for. */
export function ratingOfCarrier(answer: CarrierAnswer, term: Term): RatingResult {
  return answer.outcome === 'QUOTED' ? quotedBy(answer, term) : declinedBy(answer, term);
}

/** No answer to make a quote from: a declined rating that says why (spec 7). */
export function ratingOfFailure({ code, message }: CarrierFailure, term: Term): DeclinedRating {
  return declined([{ severity: 'ERROR', code, message: `The carrier did not quote: ${message}` }], term, {});
}

function quotedBy(answer: CarrierQuote, term: Term): QuotedRating {
  const taxesAndFees = answer.taxesAndFees ?? [];
  const fees = taxesAndFees.reduce((sum, item) => sum.plus(item.amount), new Dec(0));
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
    messages: messagesOf(answer, 'INFO', 'CARRIER_MESSAGE'),
    rateMeta: {
      ...metaOf(answer),
      premium: answer.premium,
      taxesAndFees: fees.toFixed(2),
      total: fees.plus(answer.premium).toFixed(2),
    },
    worksheet: [],
    quoteValidDays: validDays,
  };
}

function declinedBy(answer: CarrierAnswer, term: Term): DeclinedRating {
  const said = messagesOf(answer, 'ERROR', 'CARRIER_DECLINED');
  const silent: QuoteMessage = {
    severity: 'ERROR',
    code: 'CARRIER_DECLINED',
    message: 'The carrier declined and gave no reason',
  };
  return declined(said.length > 0 ? said : [silent], term, metaOf(answer));
}

function declined(
  messages: QuoteMessage[],
  term: Term,
  rateMeta: DeclinedRating['rateMeta'],
): DeclinedRating {
  return { outcome: 'DECLINED', type: 'DECLINE', term, messages, rateMeta, worksheet: [] };
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
