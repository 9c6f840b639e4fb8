import { Cents, sumOf } from './cents.js';

/**
 * Rounds the exact parts of a total to whole cents that add up to it: each one down, and a cent more for those that lost
 * most, the earlier one first. It is the rule of `allocate`, for parts that are fractions of cents and may be negative.
 * The total is near their exact sum: a cent more or less where it was rounded with others.
 */
export function allotted(total: Cents, exact: readonly Cents[]): Cents[] {
  const parts = exact.map((part) => part.floor());
  const lost = exact.map((part, index) => part.minus(parts[index] ?? Cents.zero));
  const byLoss = [...lost.keys()].sort((a, b) => comparedTo(lost[b], lost[a]) || a - b);
  const left = total.minus(sumOf(parts));
  const isLess = left.isLessThan(Cents.zero);
  const cent = Cents.whole(isLess ? -1n : 1n);
  const places = isLess ? byLoss.reverse() : byLoss;
  let given = Cents.zero;
  while (places.length > 0 && !given.minus(left).isZero()) {
    for (const index of places) {
      if (given.minus(left).isZero()) break;
      parts[index] = (parts[index] ?? Cents.zero).plus(cent);
      given = given.plus(cent);
    }
  }
  return parts;
}

/** A total in proportion to weights, in whole cents ({@link allotted}); undefined if the weights add up to nothing. */
export function inProportion(total: Cents, weights: readonly Cents[]): Cents[] | undefined {
  const sum = sumOf(weights);
  if (sum.isZero()) return undefined;
  return allotted(
    total,
    weights.map((weight) => weight.scaled(total, sum)),
  );
}

function comparedTo(a = Cents.zero, b = Cents.zero): number {
  if (a.isLessThan(b)) return -1;
  return b.isLessThan(a) ? 1 : 0;
}
