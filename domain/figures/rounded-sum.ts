/** `units / parts` of an amount, in whole numbers. */
export interface Share {
  units: number;
  parts: number;
}

/** Below it a quotient of two whole numbers is never rounded to a whole one that it is not. */
const exactBelow = 2 ** 51;

/** The exact sum of whole units and shares, rounded once; half a unit away from zero. */
export function roundedSum(whole: number, shares: readonly Share[]): number {
  let numerator = whole;
  let denominator = 1;
  for (const { units, parts } of shares) {
    if (parts === denominator) {
      numerator += units;
    } else {
      numerator = numerator * parts + units * denominator;
      denominator *= parts;
    }
    if (Math.abs(numerator) + denominator > exactBelow) return largeSum(whole, shares);
  }
  const rounded = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));
  return numerator < 0 ? -rounded || 0 : rounded;
}

/** The same with numbers of any size. */
function largeSum(whole: number, shares: readonly Share[]): number {
  let numerator = BigInt(whole);
  let denominator = 1n;
  for (const { units, parts } of shares) {
    numerator = numerator * BigInt(parts) + BigInt(units) * denominator;
    denominator *= BigInt(parts);
  }
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((2n * size + denominator) / (2n * denominator));
  return numerator < 0n ? -rounded || 0 : rounded;
}
