import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, parseDecimal, type RoundingMode, roundingModes } from '../../../domain/expression/index.js';
import { Exact } from '../rating/reference/exact.js';

describe('a fraction of a product file', () => {
  it.each([
    ['1/3', '0.3333333333333333333333333333333333'],
    ['38 1/3 %', '0.3833333333333333333333333333333333'],
    ['38⅓%', '0.3833333333333333333333333333333333'],
    ['-2 1/2', '-2.5'],
    ['12.5 %', '0.125'],
    ['3/8', '0.375'],
  ])('%s is read as it is printed', (text, digits) => {
    expect(Decimal.of(text).toFixed()).toBe(digits);
  });

  it.each(['1/0', '1//3', '1/3 2', '%', '1 2', 'a/b'])('%s is none', (text) => {
    expect(() => Decimal.of(text)).toThrow('is not a number');
  });

  it('is not how answers are read', () => {
    expect([parseDecimal('1/3'), parseDecimal('5 %')]).toEqual([null, null]);
  });

  it('is exact until it is rounded', () => {
    const third = Decimal.of('1/3');
    expect(third.times(300).toFixed()).toBe('100');
    expect(Decimal.of('0.045').times(third).round(2, 'HALF_UP').toFixed()).toBe('0.02');
    expect(third.plus(third).plus(third).equals(1)).toBe(true);
    expect(Decimal.of(1).minus(third).times(3).toFixed()).toBe('2');
    expect(Decimal.of(2).dividedBy(third).toFixed()).toBe('6');
    expect([third.isZero(), third.isPositive(), third.isInteger(), third.negated().isNegative()]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([Decimal.of('0.3333').lessThan(third), Decimal.of('0.3334').greaterThan(third)]).toEqual([
      true,
      true,
    ]);
    expect(() => third.dividedBy(0)).toThrow('division by zero');
  });

  it('refuses results of more than 60 digits where they are computed, not where they are written', () => {
    const [large, small] = [Decimal.of('1/3').times('1e40'), Decimal.of('1/3').times('1e-40')];
    for (const compute of [
      () => large.times(large),
      () => small.times(small),
      () => large.dividedBy(small.times(7)),
      () => large.times('3e25'),
    ]) {
      expect(compute).toThrow('the result is too large or too small');
    }
    expect(large.times(small).toFixed()).toBe('0.1111111111111111111111111111111111');
    for (let power = 50; power < 61; power++)
      expect(large.times(`1e${power - 40}`).toFixed()).toMatch(/^3{34}0+$/);
  });

  it('computes as a plain reading of fractions does', () => {
    const number = fc.oneof(
      fc
        .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 60 }))
        .map(([a, b]) => `${a}/${b}`),
      fc.integer({ min: -99_999, max: 99_999 }).map((cents) => String(cents / 100)),
    );
    const step = fc.tuple(fc.constantFrom('plus', 'minus', 'times', 'dividedBy'), number);
    const rounding = fc.tuple(
      fc.integer({ min: -2, max: 4 }),
      fc.constantFrom<RoundingMode>(...roundingModes),
    );
    fc.assert(
      fc.property(number, fc.array(step, { maxLength: 5 }), rounding, (start, steps, [digits, mode]) => {
        fc.pre(steps.every(([op, by]) => op !== 'dividedBy' || !/^-?0/.test(by)));
        // A quotient of two decimals has 34 digits, so there is a fraction first.
        let [engine, reference] = [
          Decimal.of(start).plus('1/7'),
          Exact.ofText(start).plus(Exact.ofText('1/7')),
        ];
        for (const [op, by] of steps) {
          const [a, b] = [Decimal.of(by), Exact.ofText(by)];
          fc.pre(op !== 'dividedBy' || engine.toFixed().length > 30);
          engine = engine[op](a);
          reference = reference[op](b);
        }
        const rounded = Exact.ofText(engine.round(digits, mode).toFixed());
        expect(rounded.order(reference.rounded(digits, mode))).toBe(0);
      }),
      { numRuns: 1000, seed: 40 },
    );
  });
});
