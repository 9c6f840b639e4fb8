import { Decimal } from '../expression/index.js';

export const zero: Decimal = Decimal.of(0);

/** The sum of amounts, in order. */
export function totalOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), zero);
}
