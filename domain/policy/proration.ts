import { addDays, daysBetween } from '../ground/calendar.js';
import { Cents, sumOf } from '../money/cents.js';
import type { OnCancellation } from '../money/on-cancellation.js';
import { type LineSubject, ofPolicy, type PremiumPart, subjectKey } from './premium-part.js';

/** The period of a premium: `from` is covered, `until` is not. */
export type Period = {
  /** `YYYY-MM-DD` */
  from: string;
  until: string;
};

/**
 * An amount that is earned evenly, day by day, over its period; an amount without days (`from` = `until`) is
 * earned at once on that day. A term has one layer for its issued premium, and further ones for its changes.
 */
export type PremiumLayer = Period & {
  /** Decimal text; negative if a change lowers the premium. */
  amount: string;
  /** What it is for; by default the policy as a whole. */
  subject?: LineSubject | undefined;
};

/**
 * A layer of a change, with what the change adds to the amount of a whole term. Its own amount is a share of that, rounded
 * ({@link roundedAfter}); without it, the amount is exact.
 */
export type ProratedLayer = PremiumLayer & { inTerm?: string | undefined };

/** A tax or fee of a whole term, as it is rated; decimal text. */
export type RatedCharge = {
  type: string;
  amount: string;
  /** Who levies it. */
  authority?: string | undefined;
  /** The state that it was rated for; null or left out if it is unknown. */
  state?: string | null | undefined;
  /** `PRO_RATA` by default. */
  onCancellation?: OnCancellation | undefined;
};

/** A tax or fee with its period. */
export type ChargeLayer = ProratedLayer & Pick<RatedCharge, 'type' | 'authority' | 'state'>;

/** The premium of a period, exact: each layer's share by days. */
export function premiumOf(layers: readonly PremiumLayer[], { from, until }: Period): Cents {
  return earnedOn(layers, until).minus(earnedOn(layers, from));
}

/** The premium earned by the beginning of a day, exact. */
export function earnedOn(layers: readonly PremiumLayer[], date: string): Cents {
  return layers.reduce((sum, layer) => sum.plus(earnedOf(layer, date)), Cents.zero);
}

function earnedOf({ from, until, amount }: PremiumLayer, date: string): Cents {
  if (date < from) return Cents.zero;
  const days = daysBetween(from, until);
  return days === 0 || date >= until
    ? Cents.of(amount)
    : Cents.of(amount).portion(daysBetween(from, date), days);
}

/** The charged premium of a term so far, earned or not. */
export function totalOf(layers: readonly PremiumLayer[]): Cents {
  return sumOf(layers.map(({ amount }) => Cents.of(amount)));
}

/** The unearned premium at the beginning of a day, exact. */
export function unearnedOn(layers: readonly PremiumLayer[], date: string): Cents {
  return totalOf(layers).minus(earnedOn(layers, date));
}

/**
 * The lowest premium that is earned by any day. Between the days on which a layer begins or ends, premium is
 * earned at a constant rate. So only these days count, and the days before them, as an amount may be earned at
 * once.
 */
export function lowestEarned(layers: readonly PremiumLayer[]): Cents {
  return layers
    .flatMap(({ from, until }) => [from, until])
    .flatMap((day) => [addDays(day, -1), day])
    .map((day) => earnedOn(layers, day))
    .reduce((lowest, earned) => (earned.isLessThan(lowest) ? earned : lowest), Cents.zero);
}

/**
 * The layers with amounts of the same period and for the same added up, without those that add up to zero, in the order
 * of their periods.
 */
export function netted(layers: readonly PremiumLayer[]): PremiumLayer[] {
  const sums = new Map<string, { layer: PremiumLayer; sum: Cents }>();
  for (const layer of layers) {
    const key = `${layer.from} ${layer.until} ${subjectKey(subjectOf(layer))}`;
    const sum = (sums.get(key)?.sum ?? Cents.zero).plus(Cents.of(layer.amount));
    sums.set(key, { layer, sum });
  }
  return [...sums.entries()]
    .filter(([, { sum }]) => !sum.isZero())
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { layer, sum }]) => layerOf(layer, sum.toText(), layer.subject));
}

/** A layer of a period, with what it is for. */
export function layerOf({ from, until }: Period, amount: string, subject = ofPolicy): PremiumLayer {
  return { from, until, amount, ...(subjectKey(subject) !== keyOfPolicy && { subject }) };
}

const keyOfPolicy = subjectKey(ofPolicy);

/** The layers of a period by what its premium is for. */
export function layersOf(days: Period, parts: readonly PremiumPart[]): PremiumLayer[] {
  return parts.map(({ amount, ...subject }) => layerOf(days, amount, subject));
}

/** The layers without what they are for. */
export function withoutSubjects(layers: readonly PremiumLayer[]): PremiumLayer[] {
  return layers.map((layer) => layerOf(layer, layer.amount));
}

export function subjectOf({ subject = ofPolicy }: PremiumLayer): LineSubject {
  return subject;
}

/** The layers that take others back. */
export function reversed(layers: readonly PremiumLayer[]): PremiumLayer[] {
  return layers.map((layer) => layerOf(layer, Cents.of(layer.amount).negated().toText(), layer.subject));
}

/**
 * Rounds amounts to `digits` decimals so that they add up to their rounded exact sum: each one is the difference between
 * two rounded running totals.
 */
export function roundedTogether(exact: readonly Cents[], digits: number): string[] {
  let sum = Cents.zero;
  let before = Cents.zero;
  return exact.map((amount) => {
    sum = sum.plus(amount);
    const soFar = Cents.of(sum.toAmount(digits));
    const own = soFar.minus(before);
    before = soFar;
    return own.toAmount(digits);
  });
}

/**
 * The amounts of a change of a term, rounded: each is the difference between two rounded sums of all changes so far. So
 * the term costs the same in whatever order its changes were recorded.
 */
export function roundedAfter(
  earlier: readonly ProratedLayer[],
  exact: readonly Cents[],
  { term, digits }: { term: Period; digits: number },
): string[] {
  const soFar = earlier.reduce(
    (sum, layer) => (layer.inTerm ? sum.plus(shareOfTerm(Cents.of(layer.inTerm), layer, term)) : sum),
    Cents.zero,
  );
  return roundedTogether([soFar, ...exact], digits).slice(1);
}

/** Cuts a period into stretches at the given dates. */
export function cutAt({ from, until }: Period, dates: readonly string[]): Period[] {
  const inside = [...new Set(dates)].filter((date) => date > from && date < until).sort();
  const ends = [...inside, until];
  return ends.map((end, index) => ({ from: ends[index - 1] ?? from, until: end }));
}

/** Splits a premium over the stretches between the given dates; the parts add up to it. */
export function splitByDays(layer: PremiumLayer, dates: readonly string[], digits: number): PremiumLayer[] {
  const parts = cutAt(layer, dates);
  const amounts = roundedTogether(
    parts.map((part) => premiumOf([layer], part)),
    digits,
  );
  return parts.map((part, index) => ({ ...part, amount: amounts[index] ?? '0.00' }));
}

/** The share of a term's premium for a part of the term, by days and exact. */
export function shareOfTerm(termPremium: Cents, part: Period, term: Period): Cents {
  return termPremium.portion(daysBetween(part.from, part.until), daysBetween(term.from, term.until));
}
