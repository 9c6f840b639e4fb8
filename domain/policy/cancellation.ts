import { daysBetween } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';
import { type Period, type PremiumLayer, totalOf, unearnedOn } from './proration.js';

/**
 * How the premium is returned when a policy is cancelled before its term ends.
 *
 * - `PRO_RATA`: what is not earned yet, by days.
 * - `SHORT_RATE` with a penalty: the same, less a share of it.
 * - `SHORT_RATE` with a table: of the whole premium the share of the row that the elapsed days fall into is kept;
 *   never less than pro rata keeps.
 */
export type ReturnMethod =
  | { method: 'PRO_RATA' }
  | { method: 'SHORT_RATE'; penalty: string }
  | { method: 'SHORT_RATE'; table: readonly ShortRateRow[] };

export interface ShortRateRow {
  /** The row holds for up to so many days in force, of a term of 365. */
  days: number;
  /** Decimal text from 0 to 1: what is kept of the premium. */
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
  /** Decimal text, zero or more for premiums that were charged: what goes back to the policyholder. */
  returned: string;
  /** What would go back without a penalty. */
  proRata: string;
  penalty: string;
  daysInForce: number;
  daysOfTerm: number;
}

/** The premium that goes back. A policy that is cancelled from its first day was never in force: all of it does. */
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

/** Past its last row a table keeps everything. */
function keptShare(table: readonly ShortRateRow[], daysInForce: number, daysOfTerm: number): string {
  const inAYear = (daysInForce * 365) / daysOfTerm;
  return table.find(({ days }) => inAYear <= days)?.kept ?? '1';
}

/**
 * What a policy that is reinstated after days without coverage is not charged for: the premium of those days, as a
 * layer that takes it away again. Null where the cancellation is undone from its own date.
 */
export function lapseOf(layers: readonly PremiumLayer[], lapse: Period): PremiumLayer | null {
  if (lapse.until <= lapse.from) return null;
  const notCharged = unearnedOn(layers, lapse.from).minus(unearnedOn(layers, lapse.until)).negated();
  return { ...lapse, amount: notCharged.toAmount() };
}
