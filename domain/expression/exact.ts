import type { Decimal } from 'decimal.js';

/*
 * What decimal.js computes, without the copies it makes on the way. Each reads the documented fields of a decimal:
 * `s` its sign, `e` its exponent of ten, `d` its digits in words of seven, the first without leading zeros and the
 * last not zero; `[0]` is zero.
 */

/** Words up to this exponent stand for whole numbers by themselves. */
const wordDigits = 7;

/** `a.comparedTo(b)` of two finite decimals. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const left = signOf(a);
  const right = signOf(b);
  if (left !== right) return left > right ? 1 : -1;
  if (left === 0) return 0;
  const larger = left > 0 ? 1 : -1;
  const smaller = left > 0 ? -1 : 1;
  if (a.e !== b.e) return a.e > b.e ? larger : smaller;
  const shared = Math.min(a.d.length, b.d.length);
  for (let place = 0; place < shared; place++) {
    const x = a.d[place] ?? 0;
    const y = b.d[place] ?? 0;
    if (x !== y) return x > y ? larger : smaller;
  }
  if (a.d.length === b.d.length) return 0;
  return a.d.length > b.d.length ? larger : smaller;
}

/** -1, 0 or 1. */
export function signOf(decimal: Decimal): number {
  return decimal.d[0] === 0 ? 0 : decimal.s;
}

/** The number, where it is whole and below ten million; null for any other. */
export function smallInteger({ d, e, s }: Decimal): number | null {
  if (d.length !== 1 || e < 0 || e >= wordDigits) return null;
  const word = d[0] ?? 0;
  return s < 0 ? 0 - word : word;
}

/** `decimal.toFixed()`. */
export function plainText(decimal: Decimal): string {
  const integer = smallInteger(decimal);
  return integer === null ? decimal.toFixed() : String(integer);
}

/** `decimal.toFixed(2)`: an amount of money. */
export function moneyText(decimal: Decimal): string {
  const integer = smallInteger(decimal);
  return integer === null ? decimal.toFixed(2) : `${integer}.00`;
}
