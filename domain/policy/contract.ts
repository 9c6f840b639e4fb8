import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import { minorDigits } from '../money/currency.js';
import type { QuoteDetails } from '../quote/quote.js';
import type { QuoteUnderwriting } from '../quote/underwriting.js';
import { atPrice } from './agreed-coverages.js';
import { ratingOfStretch } from './change-quote.js';
import type { Contract } from './policy-contract.js';
import { metaOn } from './policy-meta.js';
import type { Period } from './proration.js';
import {
  answersOn,
  coveredDay,
  dayBeforeLapse,
  isLapsed,
  lapsesOf,
  type PolicyHistory,
  type PolicyTerm,
} from './timeline.js';

/** A quote that began a term of a policy or changed it. */
export interface ContractQuote {
  product: Contract['product'];
  /** Of its product. */
  currency: string;
  term: Term;
  quoteDetails: QuoteDetails | null;
  metadata: JsonObject;
  underwriting: QuoteUnderwriting | null;
}

/** What a contract is folded from, besides the policy's changes. */
export interface ContractSource {
  quotes: ReadonlyMap<string, ContractQuote>;
  /** The `policyMeta` as issued. */
  issuedMeta: JsonObject;
}

/** A policy's contract and parties on a day. */
export interface ContractOnDate {
  term: PolicyTerm;
  answers: AnswerMap;
  /** Null if the quote of the term is unknown. */
  contract: Contract | null;
  meta: JsonObject;
  /** The quote that has the coverages; null if a later rating of it has them. */
  ratedBy: string | null;
}

/**
 * The contract of a policy on a day. The coverages are those of the last rating for that day, the premium is the
 * price of a whole term on it; in a lapse, they are those of the last day before it. A change with an agreed premium keeps
 * the coverages, over whose premiums it lies. Before the first term the contract is that of its first day; after the end of coverage, that of the last
 * covered day.
 */
export function contractOn(
  history: PolicyHistory,
  date: string,
  { quotes, issuedMeta }: ContractSource,
): ContractOnDate {
  const { term, day, ratedDay } = termAndDay(history, date);
  const atIssue = history.terms[0]?.answers ?? {};
  const answers = answersOn(term, day);
  const meta = metaOn(issuedMeta, { atIssue, onDay: answers });
  const stretch = ratedStretchOn(term, ratedDay);
  const ratedBy = stretch?.rating === undefined ? (stretch?.quoteId ?? null) : null;
  const known = { term, answers, meta, ratedBy };
  const begun = quotes.get(term.quoteId ?? '');
  if (begun === undefined) return { ...known, contract: null };
  const { effectiveDate, expirationDate } = term;
  const quoteDetails = ratingOn(term, ratedDay, quotes) ?? begun.quoteDetails;
  const rated = quotes.get(stretch?.quoteId ?? '') ?? begun;
  const contract = {
    product: begun.product,
    overlays: rated.metadata.overlays,
    conditions: begun.underwriting?.conditions,
    effectiveDate,
    expirationDate,
    term: begun.term,
    lapses: lapsesOf(term),
    quoteDetails:
      quoteDetails && pricedOn(term, ratedDay, { details: quoteDetails, currency: begun.currency }),
  };
  return { ...known, contract };
}

/** The quotes that the contract on a day is folded from. */
export function quotesOfContract(history: PolicyHistory, date: string): string[] {
  const { term, ratedDay } = termAndDay(history, date);
  return [term.quoteId, ratedStretchOn(term, ratedDay)?.quoteId].flatMap((id) => id ?? []);
}

/** The covered day that is nearest, and the one whose rating it has. */
function termAndDay({ terms }: PolicyHistory, date: string) {
  const term = terms.findLast(({ effectiveDate }) => effectiveDate <= date) ?? terms[0];
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  const day = coveredDay(term, date);
  return { term, day, ratedDay: dayBeforeLapse(term, day) };
}

/** The stretch whose quote has the coverages of a day. */
function ratedStretchOn({ stretches }: PolicyTerm, day: string) {
  return stretches.findLast(({ from, until, quoteId }) => quoteId !== null && from <= day && day < until);
}

function ratingOn(term: PolicyTerm, day: string, quotes: ContractSource['quotes']): QuoteDetails | null {
  const stretch = ratedStretchOn(term, day);
  const quote = quotes.get(stretch?.quoteId ?? '');
  if (quote === undefined || stretch === undefined || stretch.quoteId === term.quoteId) return null;
  return ratingOfStretch(quote, stretch);
}

/** The price of a term whose first days are a lapse is the one without it. */
function pricedOn(
  term: PolicyTerm,
  day: string,
  { details, currency }: { details: QuoteDetails; currency: string },
): QuoteDetails {
  const isOfLapse = ({ from, until }: Period) =>
    term.lapses.some((lapse) => lapse.from === from && lapse.until === until);
  const stretch = term.stretches.findLast(
    (one) => one.from <= day && day < one.until && !(isLapsed(term, day) && isOfLapse(one)),
  );
  const amount = Number(stretch?.termPremium ?? details.premium.amount);
  return atPrice(details, { amount, digits: minorDigits(currency) });
}
