import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  Dec,
  type Decimal,
  minus,
  moneyText,
  parseDecimal,
  placesOf,
  plainText,
  plus,
  quotient,
  roundTo,
  Scaled,
  scaled,
  signOf,
  times,
  wholeNumber,
} from '../../../domain/expression/index.js';
import { roundingModes } from '../../../domain/expression/rounding.js';

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

/** The same number as a rating has it: of decimal.js, or with its digits in a whole number, with zeros at their end. */
const asRated = (value: Decimal, zeros: number): Decimal => {
  if (zeros === 0) return value;
  const { whole, scale, big } = scaled(value);
  return big === null && Math.abs(whole) < 1e12 ? new Scaled(whole * 1000, scale + 3) : scaled(value);
};
const rated = fc
  .tuple(decimals, fc.integer({ min: 0, max: 1 }))
  .map(([value, zeros]) => asRated(value, zeros));

const isTooLarge = ({ e }: Decimal) => Math.abs(e) > 60;

describe('exact shortcuts', () => {
  it('add, subtract, divide and round as decimal.js does', () => {
    fc.assert(
      fc.property(rated, rated, fc.integer({ min: 0, max: 12 }), (a, b, places) => {
        const [x, y] = [new Dec(a), new Dec(b)];
        expect(fields(plus(a, b))).toEqual(fields(x.plus(y)));
        expect(fields(minus(a, b))).toEqual(fields(x.minus(y)));
        expect(placesOf(a)).toBe(x.decimalPlaces());
        if (!y.isZero() && !isTooLarge(x.dividedBy(y))) {
          expect(fields(quotient(a, b))).toEqual(fields(x.dividedBy(y)));
        }
        for (const [mode, number] of Object.entries(roundingModes)) {
          expect(fields(roundTo(a, places, mode))).toEqual(fields(x.toDecimalPlaces(places, number)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('keep every digit of a long calculation', () => {
    fc.assert(
      fc.property(fc.array(rated, { minLength: 2, maxLength: 12 }), (factors) => {
        let ours: Decimal = wholeNumber(1);
        let theirs: Decimal = new Dec(1);
        for (const factor of factors) {
          const next = theirs.times(new Dec(factor)).plus(1);
          if (isTooLarge(next) || isTooLarge(theirs.times(new Dec(factor)))) break;
          theirs = next;
          ours = plus(times(ours, factor), wholeNumber(1));
        }
        expect(plainText(ours)).toBe(theirs.toFixed());
        expect(ours.toFixed()).toBe(theirs.toFixed());
        expect(fields(ours)).toEqual(fields(theirs));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads a text as decimal.js does, or refuses it', () => {
    const digit = fc.constantFrom(...'0123456789.-+ e');
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 20 }), (text) => {
        const isDecimal = /^[+-]?\d{1,18}(\.\d{1,16})?$/.test(text.trim());
        expect(parseDecimal(text)?.toFixed() ?? null).toBe(isDecimal ? new Dec(text.trim()).toFixed() : null);
      }),
      { numRuns: 5_000 },
    );
  });

  it('give what decimal.js gives, digit by digit', () => {
    fc.assert(
      fc.property(rated, rated, (a, b) => {
        if (isTooLarge(a.times(b))) expect(() => times(a, b)).toThrow('too large or too small');
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
      fc.property(rated, (value) => {
        expect(plainText(value)).toBe(value.toFixed());
        expect(moneyText(value)).toBe(value.toFixed(2));
        expect(signOf(value)).toBe(value.isZero() ? 0 : value.isNegative() ? -1 : 1);
      }),
      { numRuns: 5_000 },
    );
  });
});
