import { daysBetween } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';
import { allottedLike, dividedInTurn, type ExactPart } from './premium-part.js';
import {
  cutAt,
  earnedOn,
  layerOf,
  layersOf,
  netted,
  type Period,
  type PremiumLayer,
  premiumOf,
  reversed,
  roundedTogether,
  subjectOf,
  totalOf,
  unearnedOn,
  withoutSubjects,
} from './proration.js';

/**
 * How premium is returned if a policy is canceled before its term ends.
 *
 * - `PRO_RATA`: the unearned premium, by days.
 * - `SHORT_RATE` with a penalty: the unearned premium less a share of it.
 * - `SHORT_RATE` with a table: the whole premium less the share that the table keeps for the elapsed days,
 *   but never more than pro rata returns.
 */
export type ReturnMethod = { minimumEarned?: MinimumEarned | undefined } & (
  | { method: 'PRO_RATA' }
  | { method: 'SHORT_RATE'; penalty: string }
  | { method: 'SHORT_RATE'; table: readonly ShortRateRow[] }
);

/** The least of a term's premium that a cancellation keeps: an amount, a share of the premium, or the higher of both. */
export interface MinimumEarned {
  /** Decimal text, as is `share`, from 0 to 1. */
  amount?: string | undefined;
  share?: string | undefined;
}

export interface ShortRateRow {
  /** The last day in force that the row covers, in a term of 365 days. */
  days: number;
  /** Decimal text from 0 to 1: the share of the premium that is kept. */
  kept: string;
}

export interface Cancellation {
  layers: readonly PremiumLayer[];
  term: Period;
  /** First day without coverage. */
  cancelledOn: string;
  method: ReturnMethod;
  /** The decimals of its currency. */
  digits: number;
}

export interface ReturnedPremium {
  /** Decimal text: the return premium, zero or more if the premium was positive. */
  returned: string;
  /** The return premium without a penalty. */
  proRata: string;
  penalty: string;
  daysInForce: number;
  daysOfTerm: number;
}

/**
 * The return premium. A policy canceled from its first day was never in force: all of it is returned, a minimum earned
 * premium included.
 */
export function returnPremium({ layers, term, cancelledOn, method, digits }: Cancellation): ReturnedPremium {
  const isFlat = cancelledOn <= term.from;
  const unearned = isFlat ? totalOf(layers) : unearnedOn(layers, cancelledOn);
  const daysInForce = daysBetween(term.from, cancelledOn);
  const daysOfTerm = daysBetween(term.from, term.until);
  const exact =
    isFlat || unearned.isLessThan(Cents.zero)
      ? unearned
      : byMethod(method, { unearned, total: totalOf(layers), daysInForce, daysOfTerm });
  const returned = exact.toAmount(digits);
  const proRata = unearned.toAmount(digits);
  const penalty = Cents.of(proRata).minus(Cents.of(returned)).toAmount(digits);
  return { returned, proRata, penalty, daysInForce, daysOfTerm };
}

function byMethod(method: ReturnMethod, earned: Earned): Cents {
  const returned = withoutMinimum(method, earned);
  const { amount = '0', share = '0' } = method.minimumEarned ?? {};
  const most = [Cents.of(amount), earned.total.share(share)]
    .map((least) => earned.total.minus(least))
    .reduce((lowest, left) => (left.isLessThan(lowest) ? left : lowest), returned);
  return most.isLessThan(Cents.zero) ? Cents.zero : most;
}

function withoutMinimum(method: ReturnMethod, { unearned, total, daysInForce, daysOfTerm }: Earned): Cents {
  if (method.method === 'PRO_RATA') return unearned;
  if ('penalty' in method) return unearned.minus(unearned.share(method.penalty));
  const left = total.minus(total.share(keptShare(method.table, daysInForce, daysOfTerm)));
  if (left.isLessThan(Cents.zero)) return Cents.zero;
  return left.isLessThan(unearned) ? left : unearned;
}

interface Earned {
  unearned: Cents;
  total: Cents;
  daysInForce: number;
  daysOfTerm: number;
}

/** After the last row, everything is kept. */
function keptShare(table: readonly ShortRateRow[], daysInForce: number, daysOfTerm: number): string {
  const inAYear = (daysInForce * 365) / daysOfTerm;
  return table.find(({ days }) => inAYear <= days)?.kept ?? '1';
}

/**
 * The ledger lines of a cancellation. Each amount is taken back over its own period, and its part that was
 * earned until then is charged over the days until then. An amount from a later day is taken back in full. The
 * penalty is earned at once. So from that day on everything that remains is earned. What is kept of an amount, and the
 * penalty, are allotted to what they are for: by the days of each, and by what each one returns.
 */
export function linesOfCancellation(
  layers: readonly PremiumLayer[],
  {
    term,
    cancelledOn,
    penalty,
    digits,
  }: { term: Period; cancelledOn: string; penalty: string; digits: number },
): PremiumLayer[] {
  const current = netted(layers);
  const penaltyOver = (returned: readonly PremiumLayer[]) => {
    const weights = exactParts(returned, ({ amount }) => Cents.of(amount));
    const parts = allottedLike(penalty, { basis: 'PENALTY', weights, digits });
    return layersOf({ from: cancelledOn, until: cancelledOn }, parts);
  };
  if (cancelledOn <= term.from) return netted([...reversed(current), ...penaltyOver([])]);
  const isAhead = ({ from, until }: Period) => from > cancelledOn || (from === cancelledOn && until > from);
  const isRunning = ({ from, until }: Period) => from < cancelledOn && until > cancelledOn;
  const periods = periodsOf(current);
  // Whole amounts come first: the rounded running totals then leave them whole.
  const ahead = periods.filter(isAhead);
  const running = periods.filter(isRunning);
  const returned = roundedTogether(
    [
      ...ahead.map(({ amount }) => Cents.of(amount)),
      ...running.map((layer) => unearnedOn([layer], cancelledOn)),
    ],
    digits,
  ).slice(ahead.length);
  const ofRunning = current.filter(isRunning);
  const divided = dividedInTurn(
    running.map(({ from, until, amount }, index) => ({
      amount: Cents.of(amount)
        .minus(Cents.of(returned[index] ?? '0'))
        .toText(),
      parts: exactParts(
        ofRunning.filter((layer) => layer.from === from && layer.until === until),
        (layer) => earnedOn([layer], cancelledOn),
      ),
    })),
    { digits },
  );
  const kept = running.flatMap(({ from }, index) =>
    layersOf({ from, until: cancelledOn }, divided[index] ?? []),
  );
  const back = [...current.filter(isAhead), ...ofRunning];
  const charged = penaltyOver([...back, ...reversed(kept)]);
  return netted([...reversed(back), ...kept, ...charged]);
}

/** The sum of each period, of those that add up to nothing, too. */
function periodsOf(layers: readonly PremiumLayer[]): PremiumLayer[] {
  const sums = new Map(
    netted(withoutSubjects(layers)).map((layer) => [`${layer.from} ${layer.until}`, layer]),
  );
  const periods = new Map<string, PremiumLayer>();
  for (const layer of layers) {
    const key = `${layer.from} ${layer.until}`;
    periods.set(key, sums.get(key) ?? layerOf(layer, '0.00'));
  }
  return [...periods.values()];
}

function exactParts(layers: readonly PremiumLayer[], amountOf: (layer: PremiumLayer) => Cents): ExactPart[] {
  return layers.map((layer) => ({ subject: subjectOf(layer), exact: amountOf(layer) }));
}

/**
 * The ledger lines of a reinstatement: the lines of the cancellation taken back, less the premium of the days
 * without coverage. `layers` includes the cancellation.
 */
export function linesOfReinstatement(
  layers: readonly PremiumLayer[],
  { cancellation, lapse, digits }: { cancellation: readonly PremiumLayer[]; lapse: Period; digits: number },
): PremiumLayer[] {
  const undone = reversed(cancellation);
  return netted([...undone, ...linesOfLapse(netted([...layers, ...undone]), lapse, digits)]);
}

/** The credit for days without coverage, in stretches of an even premium. */
export function linesOfLapse(layers: readonly PremiumLayer[], lapse: Period, digits: number): PremiumLayer[] {
  if (lapse.until <= lapse.from) return [];
  // An amount that is earned at once is not for days.
  const byDays = layers.filter(({ from, until }) => from < until);
  const parts = cutAt(
    lapse,
    byDays.flatMap(({ from, until }) => [from, until]),
  );
  const credits = roundedTogether(
    parts.map((part) => premiumOf(byDays, part).negated()),
    digits,
  );
  const divided = dividedInTurn(
    parts.map((part, index) => ({
      amount: credits[index] ?? '0.00',
      parts: exactParts(byDays, (layer) => premiumOf([layer], part).negated()),
    })),
    { digits },
  );
  return netted(parts.flatMap((part, index) => layersOf(part, divided[index] ?? [])));
}
