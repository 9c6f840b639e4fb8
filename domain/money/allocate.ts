import { compareDecimals, Dec, type Decimal, placesOf, Scaled, scaled } from '../expression/index.js';
import { totalOf, zero } from './total.js';

/**
 * Splits `total` over coverages in proportion to their rated amounts. Each part is rounded down to `digits`
 * decimals, and the remaining units go to the parts with the largest remainder, the earlier one first, so
 * that the parts add up to `total` exactly. If every rated amount is zero, the first part is the whole total.
 */
export function allocate(total: Decimal, rated: readonly Decimal[], digits: number): Decimal[] {
  const sum = totalOf(rated);
  if (compareDecimals(sum, total) === 0 && rated.every((part) => placesOf(part) <= digits)) return [...rated];
  if (sum.isZero()) return rated.map((_, index) => (index === 0 ? total : zero));
  return allocatedDigits(total, rated, digits) ?? allocatedDecimals(total, rated, sum, digits);
}

/** The parts, computed with whole numbers; null if they are too large or below zero. */
function allocatedDigits(total: Decimal, rated: readonly Decimal[], digits: number): Decimal[] | null {
  const { whole, scale: places } = scaled(total);
  const scale = Math.max(...rated.map((part) => scaled(part).scale));
  const weights = rated.map((part) => scaled(part).whole * 10 ** (scale - scaled(part).scale));
  const units = whole * 10 ** (digits - places);
  const sum = weights.reduce((a, b) => a + b, 0);
  const isShort = digits >= places && units >= 0 && weights.every((weight) => weight >= 0);
  if (!isShort || !(sum * units <= Number.MAX_SAFE_INTEGER)) return null;
  const remainders = weights.map((weight) => (units * weight) % sum);
  const parts = weights.map((weight, index) => (units * weight - (remainders[index] ?? 0)) / sum);
  const left = parts.reduce((rest, part) => rest - part, units);
  const byRemainder = [...parts.keys()].sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b);
  for (const index of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => new Scaled(part, digits));
}

function allocatedDecimals(
  total: Decimal,
  rated: readonly Decimal[],
  sum: Decimal,
  digits: number,
): Decimal[] {
  // Remainders are compared before the division. A third of 1 and a third of 1000 would be cut off at
  // different digits, and two equal remainders would differ.
  const shares = rated.map((part) => total.times(part));
  const parts = shares.map((share) => share.dividedBy(sum).toDecimalPlaces(digits, Dec.ROUND_FLOOR));
  const lost = shares.map((share, index) => share.minus(sum.times(parts[index] ?? zero)).abs());
  const unit = new Dec(10).toPower(-digits);
  const left = total
    .minus(parts.reduce((a, b) => a.plus(b), zero))
    .dividedBy(unit)
    .round()
    .toNumber();
  const byLoss = [...lost.keys()].sort((a, b) => (lost[b] ?? zero).comparedTo(lost[a] ?? zero) || a - b);
  for (const index of byLoss.slice(0, left)) parts[index] = (parts[index] ?? zero).plus(unit);
  return parts;
}
