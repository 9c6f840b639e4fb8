import { Decimal, parseDecimal } from '../expression/index.js';
import type { Json, JsonObject } from '../ground/json.js';
import { parsed } from '../ground/parse.js';
import { type AnswerMap, answerMap, entryOf } from '../intake/answers.js';
import type { QuoteDetails } from '../quote/quote.js';
import { quoteAmounts } from './quote-record.js';
import { valueAt } from './values/form-data.js';

type Scale = QuoteDetails['premium']['per'];

/** A partner's own rating (spec 4.10). */
export interface PartnerRating {
  userQuoteRequest?: JsonObject | undefined;
  ratingResponse?: Json | undefined;
  quoteResponse?: Json | undefined;
}

/**
 * The rating as a quote's details. An unreadable premium or duration is zero. Coverages are an empty list if
 * one of them is unreadable (spec 4.10).
 */
export function partnerQuoteDetails({ ratingResponse, quoteResponse }: PartnerRating): QuoteDetails {
  const variable = (name: string) => valueAt(ratingResponse, ['response_variables', name]);
  const scale: Scale = variable('$policyTermType') === 'annual' ? 'YEAR' : 'MONTH';
  return {
    premium: { amount: premiumOf(variable('$totalFinalPremium')), per: scale },
    duration: { length: lengthOf(variable('$policyTermLength')), scale },
    coverageTypes: coveragesOf(valueAt(quoteResponse, ['lineItems']), scale),
  };
}

function premiumOf(value: Json | undefined): number {
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const premium = parseDecimal(String(value));
  return premium === null || premium.isNegative() ? 0 : premium.round(2).toNumber();
}

function lengthOf(value: Json | undefined): number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

function coveragesOf(items: Json | undefined, per: Scale): QuoteDetails['coverageTypes'] {
  if (!Array.isArray(items) || items.length === 0) return [];
  const coverages = items.flatMap((item, index) => {
    const amount = valueAt(item, ['Amount']);
    const title = valueAt(item, ['Description']);
    if (typeof amount !== 'number' || typeof title !== 'string' || !isAmount(amount)) return [];
    return [{ code: `LINE_${index + 1}`, title, premium: { amount, per }, details: {} }];
  });
  return coverages.length === items.length ? [{ type: 'Coverages', coverages }] : [];
}

/** Excludes numbers beyond any amount, such as 1e308. */
function isAmount(amount: number): boolean {
  return parseDecimal(Decimal.of(amount).toFixed(2)) !== null;
}

/** The rating as `quote` of a form's data. */
export function partnerQuoteRecord(
  rating: PartnerRating,
  { productName, organization, currency }: { productName: string; organization: string; currency: string },
): JsonObject {
  const details = partnerQuoteDetails(rating);
  return {
    productName,
    organization,
    declined: false,
    durationLength: details.duration.length,
    durationScale: details.duration.scale,
    ...quoteAmounts(details, currency),
  };
}

/**
 * The partner's questions and answers as answers here: flat values, and answers and loops in the form of spec
 * 2.1.
 */
export function partnerAnswers(request: JsonObject = {}): AnswerMap {
  const entries = Object.entries(request).flatMap(([qid, value]): [string, AnswerMap[string]][] => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return [[qid, { type: 'ANSWER', qid, answer: String(value) }]];
    }
    const entry = entryOf(parsed(answerMap, { [qid]: value })?.data ?? {}, qid);
    return entry === undefined ? [] : [[qid, entry]];
  });
  return Object.fromEntries(entries);
}
