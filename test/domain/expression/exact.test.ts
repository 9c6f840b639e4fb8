import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  Dec,
  type Decimal,
  moneyText,
  plainText,
  quotient,
  signOf,
  smallInteger,
  times,
} from '../../../domain/expression/index.js';

/** Decimals of every length and size, among them zeros of both signs, words on their edges, and equal ones. */
const decimals: fc.Arbitrary<Decimal> = fc.oneof(
  fc.integer({ min: -20_000_000, max: 20_000_000 }).map((value) => new Dec(value)),
  fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: -12, max: 9 }))
    .map(([value, exponent]) => new Dec(`${value}e${exponent}`)),
  fc
    .constantFrom('0', '-0', '1', '-1', '9999999', '10000000', '99999999999999', '0.0000001', '1e20', '0.1')
    .map((text) => new Dec(text)),
  fc
    .tuple(fc.bigInt(-(10n ** 33n), 10n ** 33n), fc.integer({ min: -20, max: 3 }))
    .map(([value, exponent]) => {
      return new Dec(`${value}e${exponent}`);
    }),
);

const fields = ({ s, e, d }: Decimal) => ({ s, e, d });

describe('exact shortcuts', () => {
  it('give what decimal.js gives, digit by digit', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        if (a.times(b).e > 60) expect(() => times(a, b)).toThrow('too large or too small');
        else {
          expect(fields(times(a, b))).toEqual(fields(a.times(b)));
          expect(times(a, b)).toBeInstanceOf(Dec);
        }
        expect(compareDecimals(a, b)).toBe(a.comparedTo(b));
        expect(compareDecimals(a, new Dec(a))).toBe(0);
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuse products and quotients of more than 60 digits', () => {
    const [large, small] = [new Dec('1e40'), new Dec('1e-40')];
    for (const compute of [
      () => times(large, large),
      () => times(small, small),
      () => quotient(large, small),
      () => quotient(small, large),
    ]) {
      expect(compute).toThrow('the result is too large or too small');
    }
    expect(times(large, small).toFixed()).toBe('1');
    expect(() => quotient(large, new Dec(0))).toThrow('division by zero');
  });

  it('read and write a decimal as decimal.js does', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(plainText(value)).toBe(value.toFixed());
        expect(moneyText(value)).toBe(value.toFixed(2));
        expect(signOf(value)).toBe(value.isZero() ? 0 : value.isNegative() ? -1 : 1);
        const isSmall = value.isInteger() && value.abs().lessThan(10_000_000);
        expect(smallInteger(value)).toBe(isSmall ? value.toNumber() + 0 : null);
      }),
      { numRuns: 5_000 },
    );
  });
});
