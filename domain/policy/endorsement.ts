import { daysBetween } from '../ground/calendar.js';
import { type DatedEdits, edited } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents } from '../money/cents.js';
import type { PricedChange, PricedStretch } from './policy-change.js';
import { cutAt, netted, type Period, premiumOf, roundedTogether, shareOfTerm } from './proration.js';
import { answersOn, endOfCoverage, inOrder, isLapsed, type PolicyTerm, termPremiumOn } from './timeline.js';

/** Rates answers for a whole term; returns decimal text. */
export type RateTerm = (answers: AnswerMap) => string;

/** What a change costs for the rest of its term. */
export interface ProratedPrice {
  /** Decimal text: the total charge or, if negative, return. */
  premium: string;
  stretches: PricedStretch[];
  /** The premium of a whole term on the first day of the change, before and after it. */
  termPremium: { before: string; after: string };
  days: number;
  daysOfTerm: number;
}

/**
 * Prices a change of answers from a day. Changes that take effect later stay in force, so the rest of the
 * term is priced in the stretches between them. Each stretch is priced by the difference that the change
 * makes to the rating of its answers. Differences are prorated by days, and their sum is rounded once. Days
 * without coverage remain free, those after a cancellation included.
 */
export function priceAnswers(
  term: PolicyTerm,
  { from, edits, rate }: { from: string; edits: readonly DatedEdits[]; rate: RateTerm },
): ProratedPrice {
  return priced(term, from, ({ from: day }) => {
    const current = answersOn(term, day);
    const difference = Cents.of(rate(changedOn(term, { day, edits }))).minus(Cents.of(rate(current)));
    return Cents.of(termPremiumOn(term, day)).plus(difference);
  });
}

/** The answers on a day with a new change among those of the term, each from its day. */
export function changedOn(
  term: PolicyTerm,
  { day, edits }: { day: string; edits: readonly DatedEdits[] },
): AnswerMap {
  return answersOn(withChange(term, edits), day);
}

function withChange(term: PolicyTerm, edits: readonly DatedEdits[]): PolicyTerm {
  const change = edits.map(({ from, edits: own }) => ({ effectiveDate: from, edits: own, seq: Infinity }));
  return { ...term, answerChanges: [...term.answerChanges, ...change] };
}

/** The answers from the first day of a new change on, and again after each later change of a covered day, in order. */
export function answersFrom(
  term: PolicyTerm,
  { from, edits }: { from: string; edits: readonly DatedEdits[] },
): { day: string; answers: AnswerMap }[] {
  const changed = withChange(term, edits);
  let answers = answersOn(changed, from);
  const later = inOrder(changed).filter(({ effectiveDate: day }) => day > from && day < endOfCoverage(term));
  return [
    { day: from, answers },
    ...later.map(({ effectiveDate: day, edits: own }) => {
      answers = edited(answers, own);
      return { day, answers };
    }),
  ];
}

/**
 * The stretches of a priced change, each with its own rating: changes that take effect later have changed its
 * answers. Days without coverage are not rated.
 */
export function ratedStretches<Rating>(
  term: PolicyTerm,
  {
    from,
    edits,
    stretches,
    rate,
  }: {
    from: string;
    edits: readonly DatedEdits[];
    stretches: readonly PricedStretch[];
    rate(answers: AnswerMap): Rating;
  },
): { stretches: PricedStretch[]; ratings: Rating[] } {
  const ratings: Rating[] = [];
  const known = new Map<string, number>();
  const keyOf = (intake: AnswerMap) =>
    JSON.stringify(Object.entries(intake).sort(([a], [b]) => (a < b ? -1 : 1)));
  const first = keyOf(changedOn(term, { day: from, edits }));
  const rated = stretches.map((stretch): PricedStretch => {
    const intake = changedOn(term, { day: stretch.from, edits });
    const key = keyOf(intake);
    if (key === first || isLapsed(term, stretch.from)) return stretch;
    const rating = known.get(key) ?? ratings.push(rate(intake)) - 1;
    known.set(key, rating);
    return { ...stretch, rating };
  });
  return { stretches: rated, ratings };
}

/** Prices a change with an agreed premium, which is earned evenly over the rest of the term. */
export function priceAmount(
  term: PolicyTerm,
  { from, amount }: { from: string; amount: string },
): ProratedPrice {
  const left = { from, until: term.expirationDate };
  const days = daysBetween(from, term.expirationDate);
  const inATerm = Cents.of(amount).portion(daysBetween(term.effectiveDate, term.expirationDate), days);
  const change = priced(term, from, ({ from: day }) => Cents.of(termPremiumOn(term, day)).plus(inATerm));
  const amounts = roundedTogether(
    change.stretches.map((stretch) => premiumOf([{ ...left, amount }], stretch)),
  );
  return {
    ...change,
    premium: Cents.of(amount).toAmount(),
    stretches: change.stretches.map((stretch, index) => ({ ...stretch, amount: amounts[index] ?? '0.00' })),
  };
}

/** An endorsement with an agreed premium: one amount, earned over the rest of the term. */
export function agreedChange(
  term: PolicyTerm,
  { from, amount }: { from: string; amount: string },
): PricedChange {
  const { stretches, termPremium } = priceAmount(term, { from, amount });
  return {
    kind: 'ENDORSE',
    termNumber: term.number,
    effectiveDate: from,
    lines: netted([{ from, until: term.expirationDate, amount }]),
    termPremium: termPremium.after,
    stretches,
    charges: [],
  };
}

function priced(term: PolicyTerm, from: string, termPremiumIn: (stretch: Period) => Cents): ProratedPrice {
  const whole = { from: term.effectiveDate, until: term.expirationDate };
  const left = { from, until: endOfCoverage(term) };
  const parts = cutAt(left, [
    ...term.stretches.map((stretch) => stretch.from),
    ...term.lapses.map(({ until }) => until),
    ...laterDates(term, from),
  ]);
  const changed = parts.map((part) => {
    const before = termPremiumOn(term, part.from);
    const after = isLapsed(term, part.from) ? Cents.of(before) : termPremiumIn(part);
    return { part, before, after, exact: shareOfTerm(after.minus(Cents.of(before)), part, whole) };
  });
  const first = changed.find(({ part }) => !isLapsed(term, part.from)) ?? changed[0];
  const amounts = roundedTogether(changed.map(({ exact }) => exact));
  const stretches = changed.map(({ part, after }, index) => ({
    ...part,
    amount: amounts[index] ?? '0.00',
    termPremium: after.toAmount(),
  }));
  return {
    premium: changed.reduce((sum, { exact }) => sum.plus(exact), Cents.zero).toAmount(),
    stretches,
    termPremium: { before: first?.before ?? '0.00', after: first?.after.toAmount() ?? '0.00' },
    days: daysBetween(from, left.until),
    daysOfTerm: daysBetween(whole.from, whole.until),
  };
}

/** The days after a day on which recorded changes take effect. */
export function laterDates({ answerChanges }: PolicyTerm, from: string): string[] {
  return answerChanges.map(({ effectiveDate }) => effectiveDate).filter((date) => date > from);
}
