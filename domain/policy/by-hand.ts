import { earlierOf } from '../ground/calendar.js';
import type { Objection } from '../ground/objection.js';
import { Cents } from '../money/cents.js';
import type { PolicyToChange } from './change-rules.js';
import { ofPolicy } from './premium-part.js';
import { layerOf, lowestEarned, type PremiumLayer, reversed, totalOf } from './proration.js';

/** An entry of the back office. */
interface AmountByHand {
  effectiveDate: string;
  /** Decimal text. */
  premium: string;
  /** The code of the coverage that it is for; without one, it is for the policy as a whole. */
  coverage?: string | null | undefined;
}

/**
 * The ledger line of an entry by hand: earned from its date to the end of the term or, if the policy was
 * canceled, to the end of coverage. An entry from a day without coverage is earned at once.
 */
export function lineByHand(
  { expirationDate, cancelledOn }: Pick<PolicyToChange, 'expirationDate' | 'cancelledOn'>,
  { effectiveDate, premium, coverage = null }: AmountByHand,
): PremiumLayer {
  const end = earlierOf(cancelledOn ?? expirationDate, expirationDate);
  const days = { from: effectiveDate, until: effectiveDate < end ? end : effectiveDate };
  return layerOf(days, premium, { ...ofPolicy, coverage, basis: 'BY_HAND' });
}

/** Why an entry by hand cannot have a date; null if it can. Earlier terms were settled. */
export function whyNotOnDateByHand(
  { effectiveDate: from, expirationDate }: Pick<PolicyToChange, 'effectiveDate' | 'expirationDate'>,
  effectiveDate: string,
): Objection | null {
  if (from <= effectiveDate && effectiveDate < expirationDate) return null;
  return {
    reason: `${effectiveDate} is outside of the current term: use a date from ${from} to before ${expirationDate}`,
    field: 'effectiveDate',
  };
}

/**
 * Why lines cannot be added to a term's ledger: its premium would be negative, in all or by some day. Null if
 * they can. `digits` are the decimals of its currency, here and below.
 */
export function whyNotNegativePremium(
  layers: readonly PremiumLayer[],
  added: readonly PremiumLayer[],
  digits: number,
): Objection | null {
  if (!becomesNegative(layers, added, digits)) return null;
  const total = totalOf(layers);
  const reason = totalOf([...layers, ...added]).isLessThan(Cents.zero)
    ? `more would be returned than the term's premium of ${total.toAmount(digits)}`
    : `more would be returned by some day than the premium earned until then; the term's premium is ${total.toAmount(digits)}`;
  return { reason, field: 'premium' };
}

/** Why a cancellation cannot be undone by these lines; null if it can. */
export function whyNotUndo(
  layers: readonly PremiumLayer[],
  added: readonly PremiumLayer[],
  digits: number,
): Objection | null {
  if (!becomesNegative(layers, added, digits)) return null;
  const reason =
    'the ledger entries since the cancellation return more than the premium that would be left: ' +
    'record an entry that charges it again first';
  return { reason };
}

/** Why the periods of a term's ledger cannot be moved; null if they can. */
export function whyNotMoveLines(
  layers: readonly PremiumLayer[],
  moved: readonly PremiumLayer[],
  digits: number,
): Objection | null {
  if (!becomesNegative(layers, [...reversed(layers), ...moved], digits)) return null;
  const reason = 'in the moved term, more would be returned by some day than the premium earned until then';
  return { reason, field: 'effectiveDate' };
}

/**
 * A ledger that is negative already may only be raised. Less than the smallest unit is not negative: the credit for the days of a
 * lapse is rounded, and the premium earned in them is not.
 */
function becomesNegative(
  layers: readonly PremiumLayer[],
  added: readonly PremiumLayer[],
  digits: number,
): boolean {
  const after = lowestEarned([...layers, ...added]);
  const isRounding = Cents.ofUnits(-1n, digits).isLessThan(after);
  return !isRounding && after.isLessThan(lowestEarned(layers));
}
