import { Decimal as Library } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, parseDecimal, roundingModes } from '../../../domain/expression/index.js';

/** The model: decimal.js with the same precision. It has a zero with a sign, which `Decimal` has not. */
const Model = Library.clone({
  precision: 34,
  rounding: Library.ROUND_HALF_EVEN,
  modulo: Library.ROUND_DOWN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
const modes = {
  HALF_UP: Library.ROUND_HALF_UP,
  HALF_EVEN: Library.ROUND_HALF_EVEN,
  UP: Library.ROUND_UP,
  DOWN: Library.ROUND_DOWN,
  CEILING: Library.ROUND_CEIL,
  FLOOR: Library.ROUND_FLOOR,
} as const;

/** Texts of numbers of every length and size, among them zeros, words of decimal.js on their edges, and equal ones. */
const texts = fc.oneof(
  fc.integer({ min: -20_000_000, max: 20_000_000 }).map(String),
  fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: -12, max: 9 }))
    .map(([value, exponent]) => `${value}e${exponent}`),
  fc.constantFrom('0', '-0', '1', '-1', '9999999', '10000000', '99999999999999', '0.0000001', '1e20', '0.1'),
  fc
    .tuple(fc.bigInt(-(10n ** 33n), 10n ** 33n), fc.integer({ min: -20, max: 3 }))
    .map(([value, exponent]) => `${value}e${exponent}`),
);

/** The same number as a rating has it: as it is written, or with zeros at its end. */
const rated = fc
  .tuple(texts, fc.integer({ min: 0, max: 3 }))
  .map(([text, zeros]) => (zeros > 0 ? Decimal.of(text).plus(Decimal.ofUnits(0, zeros)) : Decimal.of(text)));

const model = (value: Decimal) => new Model(value.toString());
const text = (value: Library) => (value.isZero() ? '0' : value.toFixed());
const isTooLarge = ({ e }: Library) => Math.abs(e) > 60;

describe('a decimal', () => {
  it('is added, subtracted, divided and rounded as decimal.js does', () => {
    fc.assert(
      fc.property(rated, rated, fc.integer({ min: -3, max: 12 }), (a, b, places) => {
        const [x, y] = [model(a), model(b)];
        expect(a.plus(b).toString()).toBe(text(x.plus(y)));
        expect(a.minus(b).toString()).toBe(text(x.minus(y)));
        expect(a.negated().toString()).toBe(text(x.negated()));
        expect(a.abs().toString()).toBe(text(x.abs()));
        expect(a.decimalPlaces()).toBe(x.decimalPlaces());
        expect(a.isInteger()).toBe(x.isInteger());
        if (!y.isZero()) {
          if (!isTooLarge(x.dividedBy(y))) expect(a.dividedBy(b).toString()).toBe(text(x.dividedBy(y)));
          expect(a.modulo(b).toString()).toBe(text(x.modulo(y)));
        }
        for (const mode of roundingModes) {
          const rounded =
            places >= 0
              ? x.toDecimalPlaces(places, modes[mode])
              : x.dividedBy(`1e${-places}`).toDecimalPlaces(0, modes[mode]).times(`1e${-places}`);
          expect(a.round(places, mode).toString()).toBe(text(rounded));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps every digit of a long calculation', () => {
    fc.assert(
      fc.property(fc.array(rated, { minLength: 2, maxLength: 12 }), (factors) => {
        let ours = Decimal.of(1);
        let theirs: Library = new Model(1);
        for (const factor of factors) {
          const product = theirs.times(model(factor));
          if (isTooLarge(product) || isTooLarge(product.plus(1))) break;
          theirs = product.plus(1);
          ours = ours.times(factor).plus(1);
        }
        expect(ours.toString()).toBe(text(theirs));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is multiplied and compared as decimal.js does', () => {
    fc.assert(
      fc.property(rated, rated, (a, b) => {
        const [x, y] = [model(a), model(b)];
        if (isTooLarge(x.times(y))) expect(() => a.times(b)).toThrow('too large or too small');
        else expect(a.times(b).toString()).toBe(text(x.times(y)));
        expect(a.comparedTo(b)).toBe(x.comparedTo(y));
        expect(a.comparedTo(a.toString())).toBe(0);
        expect([a.lessThan(b), a.lessThanOrEqualTo(b)]).toEqual([x.lessThan(y), x.lessThanOrEqualTo(y)]);
        expect([a.greaterThan(b), a.greaterThanOrEqualTo(b)]).toEqual([
          x.greaterThan(y),
          x.greaterThanOrEqualTo(y),
        ]);
        expect(a.equals(b)).toBe(x.equals(y));
        expect(Decimal.max(a, b).toString()).toBe(text(Model.max(x, y)));
        expect(Decimal.min(a, b).toString()).toBe(text(Model.min(x, y)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is read and written as decimal.js does', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 12 }), (written, places) => {
        const [value, x] = [Decimal.of(written), new Model(written)];
        expect(value.toString()).toBe(text(x));
        expect([`${value}`, value.toFixed(), JSON.stringify(value)]).toEqual([
          text(x),
          text(x),
          `"${text(x)}"`,
        ]);
        expect(value.toFixed(places)).toBe(x.toFixed(places).replace(/^-(?=[0.]*$)/, ''));
        expect(Object.is(value.toNumber(), x.isZero() ? 0 : x.toNumber())).toBe(true);
        expect([value.isZero(), value.isNegative(), value.isPositive()]).toEqual([
          x.isZero(),
          x.lessThan(0),
          x.greaterThan(0),
        ]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is made of numbers of every kind', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), (number, whole) => {
        expect(Decimal.of(number).toString()).toBe(text(new Model(number)));
        expect(Decimal.of(number).toNumber()).toBe(number + 0);
        expect(Decimal.of(whole).toString()).toBe(String(whole));
      }),
    );
    expect(Decimal.ofUnits(1250, 2).toString()).toBe('12.5');
    expect(Decimal.ofUnits(-(10n ** 20n), 3).toString()).toBe('-100000000000000000');
    for (const wrong of ['', ' ', '.', 'abc', '1,5', '--1', '1e', 'Infinity', 'NaN', '0x1f', '1e99999']) {
      expect(() => Decimal.of(wrong), wrong).toThrow(`"${wrong}" is not a number`);
    }
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => Decimal.of(wrong)).toThrow('is not a number');
    }
  });

  it('has units of a decimal place, where a number holds them', () => {
    expect(Decimal.of('12.5').unitsAt(2)).toBe(1250);
    expect(Decimal.of('12.50').unitsAt(2)).toBe(1250);
    expect(Decimal.of('12.505').unitsAt(2)).toBeNaN();
    expect(Decimal.of('9007199254740993').unitsAt(0)).toBeNaN();
    expect(Decimal.of('90071992547409.92').unitsAt(2)).toBeNaN();
  });

  it('reads an answer as decimal.js does, or refuses it', () => {
    const digit = fc.constantFrom(...'0123456789.-+ e');
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 20 }), (answer) => {
        const isDecimal = /^[+-]?\d{1,18}(\.\d{1,16})?$/.test(answer.trim());
        expect(parseDecimal(answer)?.toFixed() ?? null).toBe(
          isDecimal ? text(new Model(answer.trim())) : null,
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuses products, quotients and powers of more than 60 digits', () => {
    const [large, small] = [Decimal.of('1e40'), Decimal.of('1e-40')];
    for (const compute of [
      () => large.times(large),
      () => small.times(small),
      () => large.dividedBy(small),
      () => small.dividedBy(large),
    ]) {
      expect(compute).toThrow('the result is too large or too small');
    }
    expect(large.times(small).toFixed()).toBe('1');
    expect(() => large.dividedBy(0)).toThrow('division by zero');
    expect(() => large.modulo(0)).toThrow('division by zero');
  });

  it('is raised to a power by decimal.js', () => {
    expect(Decimal.of('1.05').toPower('0.5').toString()).toBe(new Model('1.05').toPower('0.5').toFixed());
    expect(Decimal.of(2).toPower(-3).toString()).toBe('0.125');
    expect(() => Decimal.of(-2).toPower('0.5')).toThrow('-2 to the power of 0.5 is not a number');
    expect(() => Decimal.of(10).toPower(61)).toThrow('10 to the power of 61 is too large or too small');
    expect(() => Decimal.of(1).toPower(1001)).toThrow('1 to the power of 1001 is too large or too small');
    expect(() => Decimal.of(0).toPower(-1)).toThrow('division by zero');
  });
});
