import { daysBetween, earlierOf, laterOf } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';

/** The period of a premium: `from` is covered, `until` is not. */
export type Period = {
  /** `YYYY-MM-DD` */
  from: string;
  until: string;
};

/**
 * A premium that is earned evenly, day by day, over a period. A term has one layer for its issued premium and
 * one for each later change, from the day on which the change takes effect.
 */
export type PremiumLayer = Period & {
  /** Decimal text; negative if a change lowers the premium. */
  amount: string;
};

/** The premium of a period, exact: each layer's share by days. */
export function premiumOf(layers: readonly PremiumLayer[], { from, until }: Period): Cents {
  return layers.reduce((sum, layer) => {
    const days = daysBetween(layer.from, layer.until);
    const common = daysBetween(laterOf(layer.from, from), earlierOf(layer.until, until));
    return common <= 0 ? sum : sum.plus(Cents.of(layer.amount).portion(common, days));
  }, Cents.zero);
}

/** The charged premium of a term so far, earned or not. */
export function totalOf(layers: readonly PremiumLayer[]): Cents {
  return layers.reduce((sum, { amount }) => sum.plus(Cents.of(amount)), Cents.zero);
}

/** The unearned premium at the beginning of a day, exact. */
export function unearnedOn(layers: readonly PremiumLayer[], date: string): Cents {
  return layers.reduce((sum, layer) => {
    const days = daysBetween(layer.from, layer.until);
    const left = Math.min(days, daysBetween(date, layer.until));
    return left <= 0 ? sum : sum.plus(Cents.of(layer.amount).portion(left, days));
  }, Cents.zero);
}

/**
 * Rounds amounts so that they add up to their rounded exact sum: each one is the difference between
 * two rounded running totals.
 */
export function roundedTogether(exact: readonly Cents[]): string[] {
  let sum = Cents.zero;
  let before = Cents.zero;
  return exact.map((amount) => {
    sum = sum.plus(amount);
    const soFar = Cents.of(sum.toAmount());
    const own = soFar.minus(before);
    before = soFar;
    return own.toAmount();
  });
}

/** Cuts a period into stretches at the given dates. */
export function cutAt({ from, until }: Period, dates: readonly string[]): Period[] {
  const inside = [...new Set(dates)].filter((date) => date > from && date < until).sort();
  const ends = [...inside, until];
  return ends.map((end, index) => ({ from: ends[index - 1] ?? from, until: end }));
}

/** Splits a premium over the stretches between the given dates; the parts add up to it. */
export function splitByDays(layer: PremiumLayer, dates: readonly string[]): PremiumLayer[] {
  const parts = cutAt(layer, dates);
  const amounts = roundedTogether(parts.map((part) => premiumOf([layer], part)));
  return parts.map((part, index) => ({ ...part, amount: amounts[index] ?? '0.00' }));
}

/** The share of a term's premium for a part of the term, by days and exact. */
export function shareOfTerm(termPremium: Cents, part: Period, term: Period): Cents {
  return termPremium.portion(daysBetween(part.from, part.until), daysBetween(term.from, term.until));
}
