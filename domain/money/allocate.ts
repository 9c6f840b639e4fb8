import { Decimal } from '../expression/index.js';
import { totalOf, zero } from './total.js';

/**
 * Splits `total` over coverages in proportion to their rated amounts. Each part is rounded down to `digits`
 * decimals, and the remaining units go to the parts with the largest remainder, the earlier one first, so
 * that the parts add up to `total` exactly. If every rated amount is zero, the first part is the whole total.
 */
export function allocate(total: Decimal, rated: readonly Decimal[], digits: number): Decimal[] {
  const sum = totalOf(rated);
  if (sum.equals(total) && rated.every((part) => part.decimalPlaces() <= digits)) return [...rated];
  if (sum.isZero()) return rated.map((_, index) => (index === 0 ? total : zero));
  return allocatedDigits(total, rated, digits) ?? allocatedDecimals(total, rated, sum, digits);
}

/** The parts, computed with whole numbers; null if they are too large or below zero. */
function allocatedDigits(total: Decimal, rated: readonly Decimal[], digits: number): Decimal[] | null {
  const scale = rated.reduce((most, part) => Math.max(most, part.decimalPlaces()), 0);
  const weights = rated.map((part) => part.unitsAt(scale));
  const units = total.unitsAt(digits);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (!(units >= 0 && weights.every((weight) => weight >= 0) && Number.isSafeInteger(sum * units)))
    return null;
  const remainders: number[] = [];
  const parts: number[] = [];
  let left = units;
  for (const weight of weights) {
    const share = units * weight;
    // The quotient may have been rounded up to a whole number. The operator % takes several times as long.
    const quotient = Math.floor(share / sum);
    const part = quotient * sum > share ? quotient - 1 : quotient;
    remainders.push(share - part * sum);
    parts.push(part);
    left -= part;
  }
  for (const index of largest(remainders, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => Decimal.ofUnits(part, digits));
}

/** The places of the `count` largest numbers, the earlier one first; none is below 0. */
function largest(numbers: number[], count: number): number[] {
  if (numbers.length > 32) {
    const sorted = [...numbers.keys()].sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0) || a - b);
    return sorted.slice(0, count);
  }
  // Of a few numbers, looking for the next one costs less than sorting.
  const places: number[] = [];
  while (places.length < count) {
    let next = 0;
    for (let place = 1; place < numbers.length; place++) {
      if ((numbers[place] ?? 0) > (numbers[next] ?? 0)) next = place;
    }
    numbers[next] = -1;
    places.push(next);
  }
  return places;
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
  const parts = shares.map((share) => share.dividedBy(sum).round(digits, 'FLOOR'));
  const lost = shares.map((share, index) => share.minus(sum.times(parts[index] ?? zero)).abs());
  const unit = Decimal.ofUnits(1, digits);
  const left = total
    .minus(parts.reduce((a, b) => a.plus(b), zero))
    .dividedBy(unit)
    .round()
    .toNumber();
  const byLoss = [...lost.keys()].sort((a, b) => (lost[b] ?? zero).comparedTo(lost[a] ?? zero) || a - b);
  for (const index of byLoss.slice(0, left)) parts[index] = (parts[index] ?? zero).plus(unit);
  return parts;
}
