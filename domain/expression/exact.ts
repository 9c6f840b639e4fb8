import { RatingProblem } from './problem.js';
import { divided, withPlaces } from './rounding.js';
import { type Decimal, digitsOf, isExact, ofDigits, Scaled, scaled, tens, tenTo, textOf } from './scaled.js';

/*
 * Operations of decimal.js on whole numbers and scales (`scaled.ts`). Their results are those of decimal.js, digit by
 * digit: exact, or rounded half to even to 34 digits.
 */

const precision = 34;
const digitsLimit = tenTo(precision);

/** A result of more decimals is checked for its size. */
const mostScale = 40;

/** `a.comparedTo(b)` of two finite decimals. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const x = scaled(a);
  const y = scaled(b);
  let left = x.whole;
  let right = y.whole;
  if (x.scale < y.scale) left *= tens[y.scale - x.scale] ?? Number.NaN;
  else if (x.scale > y.scale) right *= tens[x.scale - y.scale] ?? Number.NaN;
  if (isExact(left) && isExact(right)) return left < right ? -1 : left > right ? 1 : 0;
  const scale = Math.max(x.scale, y.scale);
  const [p, q] = [lifted(x, scale), lifted(y, scale)];
  return p < q ? -1 : p > q ? 1 : 0;
}

/** The digits of a number with more decimals. */
function lifted(value: Scaled, scale: number): bigint {
  return digitsOf(value) * tenTo(scale - value.scale);
}

/** -1, 0 or 1. */
export function signOf(decimal: Decimal): -1 | 0 | 1 {
  const { whole, big } = scaled(decimal);
  if (big !== null) return big < 0n ? -1 : 1;
  return whole < 0 ? -1 : whole > 0 ? 1 : 0;
}

/** Larger and smaller numbers are mistakes, and their digits would fill a worksheet. */
const mostDigits = 60;

/** The number itself. Throws a `RatingProblem` if it is too large, or too small, to be an amount or a factor. */
export function bounded(result: Decimal, what = 'the result'): Decimal {
  if (Math.abs(result.e) <= mostDigits) return result;
  const problem = result.isNaN() ? 'is not a number' : 'is too large or too small';
  throw new RatingProblem('MISSING_VALUE', `${what} ${problem}`);
}

/** `a.plus(b)`. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const x = scaled(a);
  const y = scaled(b);
  let sum: number;
  if (x.scale === y.scale) sum = x.whole + y.whole;
  else if (x.scale < y.scale) sum = exactly(x.whole * (tens[y.scale - x.scale] ?? Number.NaN)) + y.whole;
  else sum = x.whole + exactly(y.whole * (tens[x.scale - y.scale] ?? Number.NaN));
  const scale = Math.max(x.scale, y.scale);
  if (isExact(sum)) return new Scaled(sum, scale);
  return settled(lifted(x, scale) + lifted(y, scale), scale);
}

/** `a.minus(b)`. */
export function minus(a: Decimal, b: Decimal): Decimal {
  const { whole, scale, big } = scaled(b);
  return plus(a, new Scaled(-whole, scale, big === null ? null : -big));
}

function exactly(whole: number): number {
  return isExact(whole) ? whole : Number.NaN;
}

/** `a.times(b)`, bounded. */
export function times(a: Decimal, b: Decimal): Decimal {
  const x = scaled(a);
  const y = scaled(b);
  const product = x.whole * y.whole;
  const scale = x.scale + y.scale;
  if (scale <= mostScale && isExact(product)) return new Scaled(product, scale);
  if (x.whole === 0 || y.whole === 0) return new Scaled(x.s * y.s * 0, 0);
  const digits = digitsOf(x) * digitsOf(y);
  return isShort(digits, scale) ? ofDigits(digits, scale) : bounded(settled(digits, scale));
}

/** `a.dividedBy(b)`, bounded. Throws a `RatingProblem` if `b` is zero. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  const x = scaled(a);
  const y = scaled(b);
  if (y.whole === 0) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
  if (x.whole === 0) return new Scaled(x.s * y.s * 0, 0);
  return shortQuotient(x, y) ?? bounded(longQuotient(x, y));
}

/** A quotient of few digits; null if it has more. */
function shortQuotient(x: Scaled, y: Scaled): Scaled | null {
  let dividend = x.whole;
  let scale = x.scale - y.scale;
  if (scale < 0) {
    dividend *= tens[-scale] ?? Number.NaN;
    scale = 0;
  }
  for (; isExact(dividend); scale++) {
    if (dividend % y.whole === 0) return new Scaled(dividend / y.whole, scale);
    dividend *= 10;
  }
  return null;
}

function longQuotient(x: Scaled, y: Scaled): Scaled {
  const divisor = digitsOf(y);
  // Two digits more than are kept, and one that is not zero if any further one is not.
  const more = precision + 2 + String(divisor).length;
  const dividend = digitsOf(x) * tenTo(more);
  const found = dividend / divisor;
  const rest = dividend % divisor === 0n ? 0n : dividend < 0n === divisor < 0n ? 1n : -1n;
  return settled(found * 10n + rest, x.scale - y.scale + more + 1);
}

/** Whether digits need no rounding. */
function isShort(digits: bigint, scale: number): boolean {
  return scale >= 0 && scale <= mostScale && digits < digitsLimit && digits > -digitsLimit;
}

/** Digits rounded to the precision, without zeros at the end if they were many. */
function settled(digits: bigint, scale: number): Scaled {
  if (isShort(digits, scale)) return ofDigits(digits, scale);
  const excess = String(digits < 0n ? -digits : digits).length - precision;
  let kept = excess > 0 ? divided(digits, tenTo(excess), 'HALF_EVEN') : digits;
  let places = excess > 0 ? scale - excess : scale;
  for (; places > 0 && kept % 10n === 0n && kept !== 0n; places--) kept /= 10n;
  if (places < 0) {
    kept *= tenTo(-places);
    places = 0;
  }
  return ofDigits(kept, places);
}

/** `decimal.decimalPlaces()`. */
export function placesOf(decimal: Decimal): number {
  const value = scaled(decimal);
  if (value.scale === 0) return 0;
  const text = textOf(value);
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** `decimal.toFixed()`. */
export function plainText(decimal: Decimal): string {
  return textOf(scaled(decimal));
}

/** `decimal.toFixed(2)`: an amount of money. */
export function moneyText(decimal: Decimal): string {
  const { whole, scale } = scaled(decimal);
  if (whole > 0 && scale === 0) return `${whole}.00`;
  if (whole > 0 && scale === 2) {
    const cents = whole % 100;
    return `${(whole - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`;
  }
  const rounded = withPlaces(decimal, 2, 'HALF_EVEN');
  const text = plainText(rounded);
  const point = text.indexOf('.');
  if (point === -1) return `${signOf(rounded) === 0 && signOf(decimal) < 0 ? '-' : ''}${text}.00`;
  return text.length - point === 2 ? `${text}0` : text;
}
