import { daysBetween } from '../ground/calendar.js';
import type { DatedEdits } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import { type AnswersAround, answersAround } from './answers-around.js';
import type { PartOfStretch, PricedChange, PricedStretch } from './policy-change.js';
import {
  allottedLike,
  differenceOf,
  dividedInTurn,
  type ExactPart,
  ofPolicy,
  type PremiumPart,
  subjectKey,
} from './premium-part.js';
import {
  cutAt,
  layersOf,
  netted,
  type Period,
  type PremiumLayer,
  type ProratedLayer,
  premiumOf,
  roundedAfter,
  roundedTogether,
  shareOfTerm,
  subjectOf,
} from './proration.js';
import { endOfCoverage, isLapsed, type PolicyTerm, termPremiumOn } from './timeline.js';

/** Rates answers for a whole term; returns decimal text. */
export type RateTerm = (answers: AnswerMap) => string;

/** The same by what the premium is for. */
export type PartsOfTerm = (answers: AnswerMap) => readonly PremiumPart[];

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
 * makes to the rating of its answers. Differences are prorated by days; their sum is rounded with those of earlier changes
 * ({@link roundedAfter}), which are the term's own unless others are given. The stretches are those that the change alters
 * ({@link alteredStretches}), with the parts of their amounts where those of a rating are known.
 */
export function priceAnswers(
  term: PolicyTerm,
  {
    from,
    edits,
    rate,
    partsOf,
    digits,
    answers = answersAround(term, edits),
    earlier = term.stretches,
  }: {
    from: string;
    /** The decimals of the currency. */
    digits: number;
    edits: readonly DatedEdits[];
    rate: RateTerm;
    partsOf?: PartsOfTerm;
    answers?: AnswersAround;
    earlier?: readonly ProratedLayer[];
  },
): ProratedPrice {
  const price = priced({ ...term, earlier }, { from, digits }, ({ from: day }) => {
    const { before, after } = answers(day);
    const premium = Cents.of(termPremiumOn(term, day));
    return before === after ? premium : premium.plus(Cents.of(rate(after))).minus(Cents.of(rate(before)));
  });
  const altered = new Set(alteredStretches(term, { from, answers }).map((stretch) => stretch.from));
  const stretches = price.stretches.filter((stretch) => altered.has(stretch.from));
  if (partsOf === undefined) return { ...price, stretches };
  const differences = stretches.map(({ from: day }) =>
    differenceOf(partsOf(answers(day).before), partsOf(answers(day).after)),
  );
  return { ...price, stretches: withParts(term, stretches, { differences, digits }) };
}

/**
 * Stretches with the parts of their amounts, which are divided in turn, after those of all earlier changes of the term
 * ({@link dividedInTurn}). So the term costs the same for each subject in whatever order its changes were recorded.
 */
function withParts(
  term: PolicyTerm,
  stretches: readonly PricedStretch[],
  { differences, digits }: { differences: readonly (readonly PremiumPart[])[]; digits: number },
): PricedStretch[] {
  const whole = { from: term.effectiveDate, until: term.expirationDate };
  const exactOf = (stretch: Period, parts: readonly PremiumPart[]): ExactPart[] =>
    parts.map(({ amount, ...subject }) => ({
      subject,
      exact: shareOfTerm(Cents.of(amount), stretch, whole),
    }));
  const divided = dividedInTurn(
    stretches.map((stretch, index) => ({
      amount: stretch.amount,
      parts: exactOf(stretch, differences[index] ?? []),
    })),
    { digits, before: term.stretches.flatMap((stretch) => exactOf(stretch, addedBy(stretch))) },
  );
  return stretches.map((stretch, index) => {
    const parts = new Map<string, PartOfStretch>();
    for (const part of divided[index] ?? []) parts.set(subjectKey(part), { ...part, inTerm: '0.00' });
    for (const part of differences[index] ?? []) {
      const amount = parts.get(subjectKey(part))?.amount ?? '0.00';
      parts.set(subjectKey(part), { ...part, amount, inTerm: part.amount });
    }
    return { ...stretch, parts: [...parts.values()] };
  });
}

/** What an earlier change added to a whole term; its parts are unknown where a caller gave none. */
function addedBy({ parts, inTerm }: PricedStretch): PremiumPart[] {
  if (parts !== undefined) return parts.map(({ inTerm: amount, ...part }) => ({ ...part, amount }));
  return inTerm === undefined ? [] : [{ ...ofPolicy, amount: inTerm }];
}

/**
 * The stretches of the rest of a term whose answers a change alters. Days without coverage are none: they remain free, those
 * after a cancellation included.
 */
export function alteredStretches(
  term: PolicyTerm,
  { from, answers }: { from: string; answers: AnswersAround },
): Period[] {
  return stretchesFrom(term, from).filter(({ from: day }) => {
    const { before, after } = answers(day);
    return before !== after && !isLapsed(term, day);
  });
}

/**
 * The stretches of a priced change with the ratings of those that are not rated as its first day is, after those of earlier
 * terms.
 */
export function laterRatings<Rating>(
  stretches: readonly PricedStretch[],
  ratingFrom: (day: string) => Rating | undefined,
  earlier: readonly Rating[] = [],
): { stretches: PricedStretch[]; ratings: Rating[] } {
  const ratings = [...earlier];
  const rated = stretches.map((stretch): PricedStretch => {
    const rating = ratingFrom(stretch.from);
    if (rating === undefined) return stretch;
    const known = ratings.indexOf(rating);
    return { ...stretch, rating: known === -1 ? ratings.push(rating) - 1 : known };
  });
  return { stretches: rated, ratings };
}

/** Prices a change with an agreed premium, which is earned evenly over the rest of the term. */
export function priceAmount(
  term: PolicyTerm,
  { from, amount, digits }: { from: string; amount: string; digits: number },
): ProratedPrice {
  const left = { from, until: term.expirationDate };
  const days = daysBetween(from, term.expirationDate);
  const inATerm = Cents.of(amount).portion(daysBetween(term.effectiveDate, term.expirationDate), days);
  const change = priced({ ...term, earlier: [] }, { from, digits }, ({ from: day }) =>
    Cents.of(termPremiumOn(term, day)).plus(inATerm),
  );
  const amounts = roundedTogether(
    change.stretches.map((stretch) => premiumOf([{ ...left, amount }], stretch)),
    digits,
  );
  return {
    ...change,
    premium: Cents.of(amount).toAmount(digits),
    stretches: change.stretches.map(({ inTerm: _, ...stretch }, index) => ({
      ...stretch,
      amount: amounts[index] ?? '0.00',
    })),
  };
}

/**
 * An endorsement with an agreed premium: one amount, earned over the rest of the term. It lies over what the term's ledger
 * charges for on that day, in proportion.
 */
export function agreedChange(
  { term, layers }: { term: PolicyTerm; layers: readonly PremiumLayer[] },
  { from, amount, digits }: { from: string; amount: string; digits: number },
): PricedChange {
  const { stretches, termPremium } = priceAmount(term, { from, amount, digits });
  const weights = layers
    .filter((layer) => layer.from <= from && from < layer.until)
    .map((layer) => ({
      subject: subjectOf(layer),
      exact: Cents.of(layer.amount).portion(1, daysBetween(layer.from, layer.until)),
    }));
  const rest = { from, until: term.expirationDate };
  return {
    kind: 'ENDORSE',
    termNumber: term.number,
    effectiveDate: from,
    lines: netted(layersOf(rest, allottedLike(amount, { basis: 'AGREED', weights, digits }))),
    termPremium: termPremium.after,
    stretches,
    charges: [],
  };
}

function priced(
  { earlier, ...term }: PolicyTerm & { earlier: readonly ProratedLayer[] },
  { from, digits }: { from: string; digits: number },
  termPremiumIn: (stretch: Period) => Cents,
): ProratedPrice {
  const whole = { from: term.effectiveDate, until: term.expirationDate };
  const changed = stretchesFrom(term, from).map((part) => {
    const before = termPremiumOn(term, part.from);
    const after = isLapsed(term, part.from) ? Cents.of(before) : termPremiumIn(part);
    const more = after.minus(Cents.of(before));
    return { part, before, after, more, exact: shareOfTerm(more, part, whole) };
  });
  const first = changed.find(({ part }) => !isLapsed(term, part.from)) ?? changed[0];
  const amounts = roundedAfter(
    earlier,
    changed.map(({ exact }) => exact),
    { term: whole, digits },
  );
  const stretches = changed.map(({ part, after, more }, index) => ({
    ...part,
    amount: amounts[index] ?? '0.00',
    inTerm: more.toAmount(digits),
    termPremium: after.toAmount(digits),
  }));
  return {
    premium: sumOfAmounts(amounts),
    stretches,
    termPremium: { before: first?.before ?? '0.00', after: first?.after.toAmount(digits) ?? '0.00' },
    days: daysBetween(from, endOfCoverage(term)),
    daysOfTerm: daysBetween(whole.from, whole.until),
  };
}

/** The rest of the covered term from a day, cut where its price or answers may change. */
function stretchesFrom(term: PolicyTerm, from: string): Period[] {
  return cutAt({ from, until: endOfCoverage(term) }, [
    ...term.stretches.map((stretch) => stretch.from),
    ...term.lapses.map(({ until }) => until),
    ...laterDates(term, from),
  ]);
}

/** The days after a day on which recorded changes take effect. */
function laterDates({ answerChanges }: PolicyTerm, from: string): string[] {
  return answerChanges.map(({ effectiveDate }) => effectiveDate).filter((date) => date > from);
}
