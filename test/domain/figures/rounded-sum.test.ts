import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundedSum, type Share } from '../../../domain/figures/rounded-sum.js';

/** The definition, in whole numbers of any size. */
function exactly(whole: number, shares: readonly Share[]): number {
  const denominator = shares.reduce((product, { parts }) => product * BigInt(parts), 1n);
  const numerator = shares.reduce(
    (sum, { units, parts }) => sum + (BigInt(units) * denominator) / BigInt(parts),
    BigInt(whole) * denominator,
  );
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((2n * size + denominator) / (2n * denominator));
  return numerator < 0n && rounded !== 0 ? -rounded : rounded;
}

const share = fc.record({
  units: fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.maxSafeInteger()),
  parts: fc.integer({ min: 1, max: 1_100 }),
});

it('rounds the exact sum once, half a unit away from zero', () => {
  expect(roundedSum(0, [{ units: 1, parts: 2 }])).toBe(1);
  expect(roundedSum(0, [{ units: -1, parts: 2 }])).toBe(-1);
  expect(roundedSum(-1, [{ units: 1, parts: 2 }])).toBe(-1);
  expect(roundedSum(0, [{ units: -1, parts: 3 }])).toBe(0);
  fc.assert(
    fc.property(fc.integer(), fc.array(share, { maxLength: 6 }), (whole, shares) => {
      expect(roundedSum(whole, shares)).toBe(exactly(whole, shares));
    }),
    { numRuns: 2_000 },
  );
});
