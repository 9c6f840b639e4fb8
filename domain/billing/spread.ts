import { Decimal } from '../expression/index.js';
import { allocate } from '../money/allocate.js';
import { exactText } from '../money/amount-text.js';
import { totalOf } from '../money/total.js';

/** A charge or, if negative, a return; decimal text. */
export interface Charge {
  premium: string;
  taxesAndFees: string;
}

/** An installment that is not billed yet; `amount` also has its installment fee. */
export interface InstalmentToCome extends Charge {
  id: string;
  amount: string;
  paidAmount: string;
}

/**
 * Spreads a change over the installments to come, in proportion to their premium. Null if there is none, or if a
 * return would exceed what is open of one: the change is then billed at once.
 */
export function spreadOver(
  change: Charge,
  instalments: readonly InstalmentToCome[],
  digits: number,
): InstalmentToCome[] | null {
  if (instalments.length === 0) return null;
  const premiums = instalments.map(({ premium }) => Decimal.of(premium));
  const weights = totalOf(premiums).greaterThan(0) ? premiums : premiums.map(() => Decimal.of(1));
  const parts = (total: string): Decimal[] => signedParts(Decimal.of(total), weights, digits);
  const [premium, taxesAndFees] = [parts(change.premium), parts(change.taxesAndFees)];
  const changed = instalments.map((instalment, index) => {
    const plus = (amount: string, ...more: (Decimal | undefined)[]) =>
      exactText(more.reduce<Decimal>((sum, part) => sum.plus(part ?? 0), Decimal.of(amount)));
    return {
      ...instalment,
      premium: plus(instalment.premium, premium[index]),
      taxesAndFees: plus(instalment.taxesAndFees, taxesAndFees[index]),
      amount: plus(instalment.amount, premium[index], taxesAndFees[index]),
    };
  });
  const isPossible = changed.every(({ amount, paidAmount }) =>
    Decimal.of(amount).greaterThanOrEqualTo(paidAmount),
  );
  return isPossible ? changed : null;
}

/** Parts are rounded toward zero, whatever their sign, so that a return equals its charge. */
function signedParts(total: Decimal, weights: readonly Decimal[], digits: number): Decimal[] {
  const parts = allocate(total.abs(), weights, digits);
  return total.isNegative() ? parts.map((part) => part.negated()) : parts;
}
