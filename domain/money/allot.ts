import { Cents, sumOf } from './cents.js';

/**
 * Rounds the exact parts of a total to `digits` decimals so that they add up to it: each one down, and a unit more for those
 * that lost most, the earlier one first. It is the rule of `allocate`, for parts that are fractions and may be negative.
 * The total is near their exact sum: a unit more or less where it was rounded with others.
 */
export function allotted(total: Cents, exact: readonly Cents[], digits: number): Cents[] {
  const parts = exact.map((part) => part.floor(digits));
  const lost = exact.map((part, index) => part.minus(parts[index] ?? Cents.zero));
  const byLoss = [...lost.keys()].sort((a, b) => comparedTo(lost[b], lost[a]) || a - b);
  const left = total.minus(sumOf(parts));
  const isLess = left.isLessThan(Cents.zero);
  const unit = Cents.ofUnits(isLess ? -1n : 1n, digits);
  const places = isLess ? byLoss.reverse() : byLoss;
  let given = Cents.zero;
  while (places.length > 0 && !given.minus(left).isZero()) {
    for (const index of places) {
      if (given.minus(left).isZero()) break;
      parts[index] = (parts[index] ?? Cents.zero).plus(unit);
      given = given.plus(unit);
    }
  }
  return parts;
}

/** A total in proportion to weights, rounded as {@link allotted}; undefined if the weights add up to nothing. */
export function inProportion(total: Cents, weights: readonly Cents[], digits: number): Cents[] | undefined {
  const sum = sumOf(weights);
  if (sum.isZero()) return undefined;
  return allotted(
    total,
    weights.map((weight) => weight.scaled(total, sum)),
    digits,
  );
}

function comparedTo(a = Cents.zero, b = Cents.zero): number {
  if (a.isLessThan(b)) return -1;
  return b.isLessThan(a) ? 1 : 0;
}
