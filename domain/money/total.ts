import { Dec, type Decimal, smallInteger } from '../expression/index.js';

export const zero: Decimal = new Dec(0);

/** The sum of amounts, in order. Leading whole amounts are added as integers, which is faster. */
export function totalOf(amounts: readonly Decimal[]): Decimal {
  let whole = 0;
  let next = 0;
  for (; next < amounts.length; next++) {
    const integer = smallInteger(amounts[next] ?? zero);
    if (integer === null) break;
    whole += integer;
  }
  let sum: Decimal = new Dec(whole);
  for (; next < amounts.length; next++) sum = sum.plus(amounts[next] ?? zero);
  return sum;
}
