import type { BusinessTime } from '../ground/business-time.js';
import { addDays, laterOf } from '../ground/calendar.js';
import { allTerms, endOfTerm, type Term } from '../ground/term.js';
import { editsOf } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import { linesOfCancellation, linesOfReinstatement } from '../policy/cancellation.js';
import { chargesOfTerm } from '../policy/charges.js';
import type { PolicyChange, PricedStretch } from '../policy/policy-change.js';
import { linesOfStretches } from '../policy/policy-change.js';
import { ofPolicy, type PremiumPart } from '../policy/premium-part.js';
import {
  type ChargeLayer,
  layersOf,
  netted,
  type Period,
  type PremiumLayer,
  totalOf,
} from '../policy/proration.js';
import type { RatedFor } from '../policy/rated-parts.js';
import {
  afterChange,
  answersOn,
  endOfCoverage,
  historyOf,
  type PolicyHistory,
  type PolicyTerm,
  termPremiumOn,
} from '../policy/timeline.js';
import type { QuoteDetails } from '../quote/quote.js';
import { answersOf } from './answers.js';
import {
  idInBook,
  likeTerm,
  ofWhole,
  partsOfChange,
  premiumOfChange,
  pricesAfter,
  pricesAtBeginning,
  type TermParts,
} from './priced-changes.js';
import { detailsOfPrices } from './quoted-terms.js';
import type { BookChange, BookPolicy } from './records.js';

/** What the changes of a policy of another system are read with. */
export interface ChangesToRead {
  policyId: string;
  digits: number;
  now: BusinessTime;
  ratedFor(answers: AnswerMap): RatedFor;
}

/** With the number of its term. */
type Recorded = PolicyChange & { termNumber: number };

/** A change of another system as this one records it. */
export interface ReadChange {
  given: BookChange;
  /** The answers that were sent with it. */
  sent: AnswerMap | null;
  change: Recorded;
  lines: PremiumLayer[];
  charges: ChargeLayer[];
  /** Of a change that has prices of its own: the quote that it would have been made with. */
  quote:
    | { id: string; term: Term; details: QuoteDetails; answers: AnswerMap; termPremium: string }
    | undefined;
  /** The policy with it, and the term that it changes. */
  history: PolicyHistory;
  termNumber: number;
}

/**
 * The changes of a policy, folded in the order in which they were recorded, up to one that does not fit the policy as those before
 * it have made it (`fits`).
 */
export function readChanges(
  record: BookPolicy,
  reading: ChangesToRead,
  fits: (given: BookChange, index: number, before: PolicyHistory | null) => boolean = () => true,
): ReadChange[] {
  let history: PolicyHistory | null = null;
  const terms = new Map<number, TermSoFar>();
  let recordedAt = new Date(0);
  const all: ReadChange[] = [];
  for (const [index, given] of record.changes.entries()) {
    if (!fits(given, index, history)) break;
    recordedAt = recordedAtOf(given, { before: recordedAt, now: reading.now });
    const at: Place = { seq: index + 1, recordedAt, history, terms };
    const read: Folded = givenTerm(given) ? begun(record, given, at, reading) : changed(given, at, reading);
    const { lines, prices, term, termNumber } = read;
    const before = terms.get(termNumber)?.lines ?? [];
    const canceled = given.kind === 'CANCEL' ? lines : terms.get(termNumber)?.canceled;
    terms.set(termNumber, { prices, term, lines: [...before, ...lines], canceled });
    ({ history } = read);
    all.push(read);
  }
  return all;
}

/** When a change was recorded: after the one before it. */
export function recordedAtOf(
  { recordedAt, effectiveDate }: BookChange,
  { before, now }: { before: Date; now: BusinessTime },
): Date {
  const day = now.startOf(effectiveDate);
  const given = recordedAt === undefined ? (day > now ? now : day) : new Date(recordedAt);
  // The lines of a change are found by its time: no two have the same.
  return new Date(Math.max(given.getTime(), before.getTime() + 1));
}

export const givenTerm = ({ kind }: Pick<PolicyChange, 'kind'>): boolean =>
  kind === 'ISSUE' || kind === 'RENEW';

/** The term of a change that begins one: as given or, by its end, the one that ends then. */
export function termOfChange(
  { term, expirationDate, effectiveDate }: BookChange,
  begunOn: string,
): Term | undefined {
  if (term !== undefined || expirationDate === undefined) return term ?? 'ANNUAL';
  return allTerms.find((each) => endOfTerm(effectiveDate, each, begunOn) === expirationDate);
}

/** What the changes so far have made of a term. */
interface TermSoFar {
  prices: TermParts;
  term: Term;
  lines: readonly PremiumLayer[];
  /** The lines of its last cancellation. */
  canceled: readonly PremiumLayer[] | undefined;
}

interface Place {
  seq: number;
  recordedAt: Date;
  history: PolicyHistory | null;
  /** By number. */
  terms: ReadonlyMap<number, TermSoFar>;
}

type Folded = ReadChange & Pick<TermSoFar, 'prices' | 'term'>;

const soFar = ({ terms }: Place, { number }: PolicyTerm): TermSoFar =>
  terms.get(number) ?? { prices: new Map(), term: 'ANNUAL', lines: [], canceled: undefined };

function begun(record: BookPolicy, given: BookChange, at: Place, reading: ChangesToRead): Folded {
  const { policyId, digits } = reading;
  const { effectiveDate: from, kind } = given;
  const begunOn = at.history?.begunOn ?? from;
  const term = termOfChange(given, begunOn) ?? 'ANNUAL';
  const expirationDate = endOfTerm(from, term, begunOn);
  const whole = { from, until: expirationDate };
  const before = at.history === null ? {} : lastAnswers(at.history, from);
  const answers = given.answers === undefined ? before : answersOf(given.answers, policyId);
  const ratedFor = reading.ratedFor(answers);
  const premium = premiumOfChange(given);
  const prices = pricesAtBeginning({ change: given, answers, ratedFor, digits });
  const charges = chargesOfTerm(
    given.taxesAndFees.map((charge) => ({ ...charge, state: ratedFor.state })),
    whole,
  );
  const quoteId = idInBook(policyId, 'quote', String(at.seq));
  const change = {
    ...changeAt(given, at, { premium, termPremium: premium, charges }),
    termNumber: (at.history?.terms.length ?? 0) + 1,
    quoteId,
    answers,
  };
  change.data = {
    ...change.data,
    expirationDate,
    ...(kind === 'ISSUE' && { policyNumber: record.policyNumber }),
    ...(record.paymentPlan && { paymentPlan: record.paymentPlan }),
  };
  const details = detailsOfPrices(prices, { term, premium, taxesAndFees: given.taxesAndFees });
  const lines = netted(layersOf(whole, [...prices.values()].map(withoutTitle)));
  const quote = { id: quoteId, term, details, answers, termPremium: premium };
  return { given, sent: answers, change, lines, charges, quote, prices, term, ...folded(at, change) };
}

function changed(given: BookChange, at: Place, reading: ChangesToRead): Folded {
  if (at.history === null) throw new RangeError('a policy begins with its issue');
  const own = termOf(at.history, given);
  if (given.kind === 'NON_RENEW') return unpriced(given, at, own);
  return given.kind === 'ENDORSE' || given.kind === 'TRUE_UP'
    ? endorsed(given, at, own, reading)
    : ended(given, at, own, reading);
}

function unpriced(given: BookChange, at: Place, own: PolicyTerm): Folded {
  const termPremium = own.stretches.at(-1)?.termPremium ?? '0.00';
  const change = { ...changeAt(given, at, { premium: '0.00', termPremium }), termNumber: own.number };
  const { prices, term } = soFar(at, own);
  const nothing = { sent: null, lines: [], charges: [], quote: undefined };
  return { given, change, ...nothing, prices, term, ...folded(at, change) };
}

function endorsed(given: BookChange, at: Place, own: PolicyTerm, reading: ChangesToRead): Folded {
  const { policyId, digits } = reading;
  const { effectiveDate: from } = given;
  const rest = { from, until: laterOf(endOfCoverage(own), addDays(from, 1)) };
  const before = answersOn(own, from);
  const sent = given.answers === undefined ? {} : answersOf(given.answers, policyId, before);
  const answers = { ...before, ...sent };
  const edits = editsOf(before, sent);
  const toPrice = { change: given, answers, ratedFor: reading.ratedFor(answers), digits };
  const whole = { from: own.effectiveDate, until: own.expirationDate };
  const priced = pricesAfter({ ...toPrice, term: whole, rest }, soFar(at, own).prices);
  const termBefore = termPremiumOn(own, from);
  const termPremium = given.termPremium ?? Cents.of(termBefore).plus(Cents.of(priced.inTerm)).toText();
  const inTerm = Cents.of(termPremium).minus(Cents.of(termBefore)).toText();
  const premium = premiumOfChange(given);
  const stretch: PricedStretch = { ...rest, amount: premium, inTerm, termPremium, parts: priced.parts };
  const charges = chargesOfRest(given, rest, toPrice.ratedFor);
  const isQuoted = given.coverages.length > 0;
  const quoteId = isQuoted ? idInBook(policyId, 'quote', String(at.seq)) : null;
  const change = {
    ...changeAt(given, at, { premium, termPremium, charges }),
    termNumber: own.number,
    quoteId,
    edits: Object.keys(edits).length === 0 ? [] : [{ from, edits }],
  };
  change.data = { ...change.data, stretches: [stretch] };
  const { term } = soFar(at, own);
  const details = detailsOfPrices(priced.prices, { term, premium: termPremium, taxesAndFees: [] });
  const quote = quoteId === null ? undefined : { id: quoteId, term, details, answers, termPremium };
  const lines = linesOfStretches([stretch]);
  const answered = given.answers === undefined ? null : sent;
  const after = { sent: answered, prices: priced.prices, term };
  return { given, change, lines, charges, quote, ...after, ...folded(at, change) };
}

/** A cancellation or a reinstatement. */
function ended(given: BookChange, at: Place, own: PolicyTerm, reading: ChangesToRead): Folded {
  const { effectiveDate: from, kind } = given;
  const rest = { from, until: own.expirationDate };
  const answers = answersOn(own, from);
  const ratedFor = reading.ratedFor(answers);
  const charges = chargesOfRest(given, rest, ratedFor);
  const termPremium = termPremiumOn(own, from);
  const change = {
    ...changeAt(given, at, { premium: premiumOfChange(given), termPremium, charges }),
    termNumber: own.number,
  };
  const lapse = { from: own.cancellation?.cancelledOn ?? from, until: from };
  const stretches =
    kind === 'REINSTATE' && lapse.from < lapse.until
      ? [{ ...lapse, amount: '0.00', termPremium: '0.00' }]
      : [];
  change.data = {
    ...change.data,
    ...(stretches.length > 0 && { stretches }),
    ...(kind === 'CANCEL' && { reason: given.reason ?? null }),
  };
  const toPrice = { change: given, answers, ratedFor, digits: reading.digits };
  const lines =
    given.coverages.length > 0
      ? netted(layersOf(rest, partsOfChange(toPrice, ofWhole(ratedFor))))
      : linesOfEnd(given, { own, lapse, rest, digits: reading.digits }, soFar(at, own));
  const { prices, term } = soFar(at, own);
  const unquoted = { sent: null, quote: undefined };
  return { given, change, lines, charges, ...unquoted, prices, term, ...folded(at, change) };
}

/**
 * The lines of a cancellation or reinstatement that names no coverages, as this service makes them; by what its premium differs
 * from them, it keeps or gives back at once, or charges over the rest of the term.
 */
function linesOfEnd(
  given: BookChange,
  { own, lapse, rest, digits }: { own: PolicyTerm; lapse: Period; rest: Period; digits: number },
  { lines: layers, canceled = [], prices }: TermSoFar,
): PremiumLayer[] {
  const { effectiveDate: cancelledOn } = given;
  const difference = (lines: readonly PremiumLayer[]) =>
    Cents.of(premiumOfChange(given)).minus(totalOf(lines)).toText();
  if (given.kind === 'REINSTATE') {
    const lines = linesOfReinstatement(layers, { cancellation: canceled, lapse, digits });
    return netted([...lines, ...layersOf(rest, likeTerm(prices, digits)(difference(lines)))]);
  }
  const term = { from: own.effectiveDate, until: own.expirationDate };
  const ofPenalty = (penalty: string) => linesOfCancellation(layers, { term, cancelledOn, penalty, digits });
  const kept = difference(ofPenalty('0.00'));
  if (!kept.startsWith('-')) return ofPenalty(kept);
  const day = { from: cancelledOn, until: cancelledOn };
  return [...ofPenalty('0.00'), ...layersOf(day, [{ ...ofPolicy, basis: 'PENALTY', amount: kept }])];
}

/** The term that a change is of: the one of its day; of a cancellation, reinstatement and non-renewal the last one. */
export function termOf({ terms: all }: PolicyHistory, { kind, effectiveDate }: BookChange): PolicyTerm {
  const isOfDay = kind === 'ENDORSE' || kind === 'TRUE_UP';
  const found = isOfDay ? all.findLast((each) => each.effectiveDate <= effectiveDate) : all.at(-1);
  const own = found ?? all[0];
  if (own === undefined) throw new RangeError('a policy begins with its first term');
  return own;
}

function changeAt(
  { kind, effectiveDate, by }: BookChange,
  { seq, recordedAt }: Place,
  { premium, termPremium, charges = [] }: { premium: string; termPremium: string; charges?: ChargeLayer[] },
): Recorded {
  const taxesAndFees = sumOfAmounts(charges.map(({ amount }) => amount));
  return {
    seq,
    kind,
    termNumber: 1,
    effectiveDate,
    recordedAt,
    premiumChange: premium,
    termPremium,
    quoteId: null,
    answers: null,
    edits: [],
    data: charges.length === 0 ? {} : { charges, taxesAndFees },
    ...(by !== undefined && { createdBy: { kind: 'SERVICE', name: by } }),
  };
}

function chargesOfRest({ taxesAndFees }: BookChange, rest: Period, { state }: RatedFor): ChargeLayer[] {
  return chargesOfTerm(
    taxesAndFees.map((charge) => ({ ...charge, state })),
    rest,
  );
}

function folded(at: Place, change: Recorded): Pick<ReadChange, 'history' | 'termNumber'> {
  const history = at.history === null ? historyOf([change]) : afterChange(at.history, change);
  if (history === null) throw new RangeError('a policy begins with its issue');
  return { history, termNumber: change.termNumber };
}

/** The answers on the last day before a term. */
function lastAnswers(history: PolicyHistory, from: string): AnswerMap {
  const last = history.terms.at(-1);
  return last === undefined ? {} : answersOn(last, addDays(from, -1));
}

const withoutTitle = ({ title: _, ...part }: PremiumPart & { title: string }): PremiumPart => part;
