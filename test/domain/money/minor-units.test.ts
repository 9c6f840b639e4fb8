import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOfMinorUnits, minorUnitsOf } from '../../../domain/billing/payment-options.js';
import { stripeUnitsOf, whyNotByStripe } from '../../../domain/billing/stripe-units.js';
import { allotted, inProportion } from '../../../domain/money/allot.js';
import { amountIn, exactText, tooManyDecimals } from '../../../domain/money/amount-text.js';
import { Cents, sumOf } from '../../../domain/money/cents.js';
import { minorDigits, unknownCurrency } from '../../../domain/money/currency.js';
import { roundedTogether } from '../../../domain/policy/proration.js';

const units = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const fraction = fc
  .record({ of: units, part: fc.integer({ min: 0, max: 366 }), days: fc.integer({ min: 1, max: 366 }) })
  .map(({ of, part, days }) => Cents.ofUnits(of, 3).portion(part, days));

describe.each([0, 2, 3])('amounts with %i decimals', (digits) => {
  it('are written and read again as they are', () => {
    fc.assert(
      fc.property(units, (each) => {
        const amount = Cents.ofUnits(each, digits);
        const text = amount.toAmount(digits);
        expect(text.split('.')[1]?.length ?? 0).toBe(digits);
        expect(Cents.of(text).minus(amount).isZero()).toBe(true);
        expect(Cents.of(amount.toText()).minus(amount).isZero()).toBe(true);
      }),
    );
  });

  it('are rounded by less than a unit, a half away from zero', () => {
    const unit = Cents.ofUnits(1n, digits);
    expect(unit.portion(1, 2).toAmount(digits)).toBe(unit.toAmount(digits));
    expect(unit.negated().portion(1, 2).toAmount(digits)).toBe(unit.negated().toAmount(digits));
    fc.assert(
      fc.property(fraction, (exact) => {
        const lost = exact.minus(Cents.of(exact.toAmount(digits)));
        const size = lost.isLessThan(Cents.zero) ? lost.negated() : lost;
        expect(unit.portion(1, 2).isLessThan(size)).toBe(false);
        expect(exact.isLessThan(exact.floor(digits))).toBe(false);
        expect(exact.minus(exact.floor(digits)).isLessThan(unit)).toBe(true);
      }),
    );
  });

  it('are shared out without a remainder', () => {
    fc.assert(
      fc.property(units, fc.array(fraction, { minLength: 1, maxLength: 8 }), (each, parts) => {
        const total = Cents.ofUnits(each, digits);
        // Parts are allotted their own sum: each gets a unit more at most.
        const own = Cents.of(sumOf(parts).toAmount(digits));
        for (const [whole, shares] of [
          [own, allotted(own, parts, digits)],
          [total, inProportion(total, parts, digits) ?? [total]],
        ] as const) {
          expect(sumOf(shares).minus(whole).isZero()).toBe(true);
          for (const share of shares) expect(share.minus(share.floor(digits)).isZero()).toBe(true);
        }
        const rounded = roundedTogether(parts, digits).map((text) => Cents.of(text));
        expect(sumOf(rounded).toAmount(digits)).toBe(sumOf(parts).toAmount(digits));
      }),
      { numRuns: 50, seed: Number(process.env.SEED ?? 35) },
    );
  });
});

it('have the decimals of their currency', () => {
  expect(['JPY', 'USD', 'KWD', 'EUR'].map(minorDigits)).toEqual([0, 2, 3, 2]);
  expect(['JPY', 'USD', 'KWD'].map((currency) => amountIn(currency, '1234.5'))).toEqual([
    '1234',
    '1234.50',
    '1234.500',
  ]);
  expect(['1250', '0.5', '1.005'].map(exactText)).toEqual(['1250.00', '0.50', '1.005']);
  expect(tooManyDecimals('JPY', 1.5)).toBe('must have no decimal places: it is in JPY');
  expect(tooManyDecimals('KWD', 1.005)).toBeUndefined();
  expect(unknownCurrency('JPY')).toBeUndefined();
});

it('refuses a fraction that nobody has rounded', () => {
  expect(() => Cents.of('1.00').portion(1, 3).toText()).toThrow(RangeError);
});

it('are told to providers in the smallest unit, and to Stripe as it counts', () => {
  expect([minorUnitsOf('1234', 'JPY'), minorUnitsOf('12.5', 'USD'), minorUnitsOf('1.005', 'KWD')]).toEqual([
    1234, 1250, 1005,
  ]);
  expect([amountOfMinorUnits(1234, 'JPY'), amountOfMinorUnits(1005, 'KWD')]).toEqual(['1234', '1.005']);
  expect([stripeUnitsOf('1234', 'JPY'), stripeUnitsOf('1234', 'ISK'), stripeUnitsOf('1.010', 'KWD')]).toEqual(
    [1234, 123_400, 1010],
  );
  expect(whyNotByStripe('1.005', 'KWD')).toMatch(/two decimals/);
  expect(whyNotByStripe('1.010', 'KWD')).toBeUndefined();
});
