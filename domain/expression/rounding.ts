import { ExpressionError, RatingProblem } from './problem.js';
import { Dec, type Decimal, digitsOf, ofDigits, Scaled, scaled, tens, tenTo } from './scaled.js';

/** Rounding modes of the plan language. `UP` is away from zero, `DOWN` towards it. */
export const roundingModes = {
  HALF_UP: Dec.ROUND_HALF_UP,
  HALF_EVEN: Dec.ROUND_HALF_EVEN,
  UP: Dec.ROUND_UP,
  DOWN: Dec.ROUND_DOWN,
  CEILING: Dec.ROUND_CEIL,
  FLOOR: Dec.ROUND_FLOOR,
} as const;

export type RoundingMode = keyof typeof roundingModes;

/** `amount.toDecimalPlaces(places, mode)`. */
export function withPlaces(amount: Decimal, places: number, mode: RoundingMode): Decimal {
  const value = scaled(amount);
  const dropped = value.scale - places;
  if (dropped <= 0) return value;
  const unit = tens[dropped];
  if (value.big !== null || unit === undefined) {
    const kept = divided(digitsOf(value), tenTo(dropped), mode);
    return kept === 0n ? new Scaled(value.s * 0, 0) : ofDigits(kept, places);
  }
  const size = Math.abs(value.whole);
  const rest = size % unit;
  let kept = (size - rest) / unit;
  const half = rest * 2 - unit;
  if (rest !== 0 && goesUp(half, kept % 2 === 1, value.whole < 0, mode)) kept++;
  return new Scaled(value.s * kept, places);
}

/** The whole number nearest to a quotient. The divisor is positive. */
export function divided(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const isNegative = dividend < 0n;
  const size = isNegative ? -dividend : dividend;
  const kept = size / divisor;
  const rest = size % divisor;
  const half = rest * 2n - divisor;
  const more = rest !== 0n && goesUp(half, kept % 2n === 1n, isNegative, mode) ? 1n : 0n;
  return isNegative ? -kept - more : kept + more;
}

/** Whether a number is rounded away from zero. `half` is the sign of what it has beyond a half. */
function goesUp(half: number | bigint, isOdd: boolean, isNegative: boolean, mode: RoundingMode): boolean {
  switch (mode) {
    case 'HALF_UP':
      return half >= 0;
    case 'HALF_EVEN':
      return half > 0 || (half >= 0 && isOdd);
    case 'UP':
      return true;
    case 'DOWN':
      return false;
    case 'CEILING':
      return !isNegative;
    case 'FLOOR':
      return isNegative;
  }
}

function isRoundingMode(mode: string): mode is RoundingMode {
  return Object.hasOwn(roundingModes, mode);
}

/** Rounds to `digits` decimals; negative digits round to tens, hundreds and so on. */
export function roundTo(amount: Decimal, digits: number, mode: string): Decimal {
  if (!isRoundingMode(mode)) throw new ExpressionError(`unknown rounding mode "${mode}"`);
  if (digits >= 0) {
    if (Number.isInteger(digits) || scaled(amount).scale <= digits) return withPlaces(amount, digits, mode);
    throw new RatingProblem('TYPE_MISMATCH', `"round" takes a whole number of digits, not ${digits}`);
  }
  const unit = new Dec(10).toPower(-digits);
  return amount.dividedBy(unit).toDecimalPlaces(0, roundingModes[mode]).times(unit);
}
