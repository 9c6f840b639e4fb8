import { daysBetween } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';
import { type Period, type PremiumLayer, totalOf, unearnedOn } from './proration.js';

/**
 * How premium is returned if a policy is cancelled before its term ends.
 *
 * - `PRO_RATA`: the unearned premium, by days.
 * - `SHORT_RATE` with a penalty: the unearned premium less a share of it.
 * - `SHORT_RATE` with a table: the whole premium less the share that the table keeps for the elapsed days,
 *   but never more than pro rata returns.
 */
export type ReturnMethod =
  | { method: 'PRO_RATA' }
  | { method: 'SHORT_RATE'; penalty: string }
  | { method: 'SHORT_RATE'; table: readonly ShortRateRow[] };

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

/** The return premium. A policy cancelled from its first day was never in force: all of it is returned. */
export function returnPremium({ layers, term, cancelledOn, method }: Cancellation): ReturnedPremium {
  const unearned = unearnedOn(layers, cancelledOn);
  const daysInForce = daysBetween(term.from, cancelledOn);
  const daysOfTerm = daysBetween(term.from, term.until);
  const exact =
    daysInForce <= 0 || unearned.isLessThan(Cents.zero)
      ? unearned
      : byMethod(method, { unearned, total: totalOf(layers), daysInForce, daysOfTerm });
  const returned = exact.toAmount();
  const proRata = unearned.toAmount();
  const penalty = Cents.of(proRata).minus(Cents.of(returned)).toAmount();
  return { returned, proRata, penalty, daysInForce, daysOfTerm };
}

function byMethod(method: ReturnMethod, { unearned, total, daysInForce, daysOfTerm }: Earned): Cents {
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
 * The credit for the days without coverage of a reinstated policy, as a negative premium layer over them.
 * Null if coverage resumes on the day of the cancellation.
 */
export function lapseOf(layers: readonly PremiumLayer[], lapse: Period): PremiumLayer | null {
  if (lapse.until <= lapse.from) return null;
  const notCharged = unearnedOn(layers, lapse.from).minus(unearnedOn(layers, lapse.until)).negated();
  return { ...lapse, amount: notCharged.toAmount() };
}
