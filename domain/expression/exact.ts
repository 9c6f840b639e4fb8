import type { Decimal } from 'decimal.js';
import { RatingProblem } from './problem.js';

/*
 * Operations of decimal.js without its intermediate copies. They read the documented fields of a decimal: the
 * sign `s`, the exponent of ten `e`, and the digits `d` in words of seven, without leading zeros in the first
 * word and without a zero word at the end. Zero is `[0]`.
 */

/**
 * The digits of a word, and the bound of its value. One word with an exponent from 0 to 6 is a whole number.
 */
const wordDigits = 7;
const wordLimit = 10_000_000;

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

/** Larger and smaller numbers are mistakes, and their digits would fill a worksheet. */
const mostDigits = 60;

/** The number itself. Throws a `RatingProblem` if it is too large, or too small, to be an amount or a factor. */
export function bounded(result: Decimal, what = 'the result'): Decimal {
  if (Math.abs(result.e) <= mostDigits) return result;
  const problem = result.isNaN() ? 'is not a number' : 'is too large or too small';
  throw new RatingProblem('MISSING_VALUE', `${what} ${problem}`);
}

/** `a.times(b)`, bounded. Two words by two words give at most 28 digits, which need no rounding. */
export function times(a: Decimal, b: Decimal): Decimal {
  if (a.d.length > 2 || b.d.length > 2 || signOf(a) === 0 || signOf(b) === 0) return bounded(a.times(b));
  const a0 = a.d[0] ?? 0;
  const a1 = a.d[1] ?? 0;
  const b0 = b.d[0] ?? 0;
  const b1 = b.d[1] ?? 0;
  // Long multiplication from the right, with carries. All intermediate values stay below 2 to the 53rd.
  const third = a1 * b1;
  const second = a0 * b1 + a1 * b0 + Math.floor(third / wordLimit);
  const first = a0 * b0 + Math.floor(second / wordLimit);
  const carried = Math.floor(first / wordLimit);
  const words = [(first % wordLimit) | 0, (second % wordLimit) | 0, (third % wordLimit) | 0];
  if (carried > 0) words.unshift(carried | 0);
  while (words[words.length - 1] === 0) words.pop();
  const place = Math.floor(a.e / wordDigits) + Math.floor(b.e / wordDigits) + (carried > 0 ? 1 : 0);
  const product: Writable<Decimal> = new (a.constructor as typeof Decimal)(0);
  product.s = a.s * b.s;
  product.e = place * wordDigits + digitsOf(words[0] ?? 0) - 1;
  product.d = words;
  return bounded(product);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function digitsOf(word: number): number {
  let digits = 1;
  for (let limit = 10; word >= limit; limit *= 10) digits++;
  return digits;
}

/** `a.dividedBy(b)`, bounded. Throws a `RatingProblem` if `b` is zero. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  if (signOf(b) === 0) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
  return bounded(a.dividedBy(b));
}

/** The number if it is whole and below ten million; else null. */
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
