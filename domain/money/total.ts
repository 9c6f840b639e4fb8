import { type Decimal, plus, wholeNumber } from '../expression/index.js';

export const zero: Decimal = wholeNumber(0);

/** The sum of amounts, in order. */
export function totalOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => plus(sum, amount), zero);
}
