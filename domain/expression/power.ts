import { signOf } from './exact.js';
import { RatingProblem } from './problem.js';
import { Dec, type Decimal } from './value.js';

/** Larger exponents and results are mistakes, and their digits would fill a worksheet. */
const mostExponent = new Dec(1000);
const mostDigits = 60;

/** `base` to the power of `exponent`, to 34 digits. Throws a `RatingProblem` if there is no such number. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  if (signOf(base) === 0 && signOf(exponent) < 0) {
    throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero: zero to a negative power');
  }
  const result = exponent.abs().greaterThan(mostExponent) ? null : base.toPower(exponent);
  if (!result?.isFinite() || Math.abs(result.e) > mostDigits) {
    const what = result?.isNaN() ? 'is not a number' : 'is too large or too small';
    throw new RatingProblem(
      'MISSING_VALUE',
      `${base.toFixed()} to the power of ${exponent.toFixed()} ${what}`,
    );
  }
  return result;
}
