import { compareDecimals, Dec, type Decimal } from '../expression/index.js';
import { totalOf, zero } from './total.js';

/**
 * Splits `total` over coverages in proportion to their rated amounts. Each part is rounded down to `digits`
 * decimals, and the remaining units go to the parts with the largest remainder, the earlier one first, so
 * that the parts add up to `total` exactly. If every rated amount is zero, the first part is the whole total.
 */
export function allocate(total: Decimal, rated: readonly Decimal[], digits: number): Decimal[] {
  const sum = totalOf(rated);
  if (compareDecimals(sum, total) === 0 && rated.every((part) => part.decimalPlaces() <= digits))
    return [...rated];
  if (sum.isZero()) return rated.map((_, index) => (index === 0 ? total : zero));
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
