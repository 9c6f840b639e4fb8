import { bounded, signOf } from './exact.js';
import { RatingProblem } from './problem.js';
import { Dec, type Decimal } from './scaled.js';

/** Larger exponents are mistakes. */
const mostExponent = new Dec(1000);

/** `base` to the power of `exponent`, to 34 digits. Throws a `RatingProblem` if there is no such number. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  if (signOf(base) === 0 && signOf(exponent) < 0) {
    throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero: zero to a negative power');
  }
  const result = exponent.abs().greaterThan(mostExponent)
    ? new Dec(Number.POSITIVE_INFINITY)
    : base.toPower(exponent);
  return bounded(result, `${base.toFixed()} to the power of ${exponent.toFixed()}`);
}
