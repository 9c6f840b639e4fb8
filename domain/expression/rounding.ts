import type { Decimal } from 'decimal.js';
import { smallInteger } from './exact.js';
import { ExpressionError } from './problem.js';
import { Dec } from './value.js';

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

function isRoundingMode(mode: string): mode is RoundingMode {
  return Object.hasOwn(roundingModes, mode);
}

/** Rounds to `digits` decimals; negative digits round to tens, hundreds and so on. */
export function roundTo(amount: Decimal, digits: number, mode: string): Decimal {
  if (!isRoundingMode(mode)) throw new ExpressionError(`unknown rounding mode "${mode}"`);
  if (digits >= 0 && smallInteger(amount) !== null) return amount;
  if (digits >= 0) return amount.toDecimalPlaces(digits, roundingModes[mode]);
  const unit = new Dec(10).toPower(-digits);
  return amount.dividedBy(unit).toDecimalPlaces(0, roundingModes[mode]).times(unit);
}
