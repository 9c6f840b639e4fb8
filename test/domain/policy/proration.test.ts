import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../domain/ground/calendar.js';
import { Cents, sumOfAmounts } from '../../../domain/money/cents.js';
import { premiumOf, splitByDays, totalOf, unearnedOn } from '../../../domain/policy/proration.js';
import { amounts, dates } from './generated-term.js';

const layer = fc
  .tuple(dates, fc.integer({ min: 1, max: 800 }), amounts({ min: -900_000 }))
  .map(([from, days, amount]) => ({ from, until: addDays(from, days), amount }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

it.each([
  // 1200 × 184 / 365 = 604.931…
  ['1200.00', '2026-01-01', '2027-01-01', '2026-07-01', '604.93'],
  // A leap year: 1200 × 184 / 366 = 603.278…
  ['1200.00', '2028-01-01', '2029-01-01', '2028-07-01', '603.28'],
  ['1200.00', '2026-01-01', '2027-01-01', '2026-01-01', '1200.00'],
  ['1200.00', '2026-01-01', '2027-01-01', '2027-01-01', '0.00'],
  // Half a cent goes away from zero, whichever sign.
  ['0.01', '2026-01-01', '2026-01-03', '2026-01-02', '0.01'],
  ['-0.01', '2026-01-01', '2026-01-03', '2026-01-02', '-0.01'],
  ['100.00', '2024-01-31', '2024-02-29', '2024-02-28', '3.45'],
])('of %s from %s until %s, on %s %s is not earned', (amount, from, until, date, unearned) => {
  expect(unearnedOn([{ from, until, amount }], date).toAmount(2)).toBe(unearned);
});

describe('a premium cut at any dates', () => {
  it('adds up to the whole', () => {
    fc.assert(
      fc.property(layer, fc.array(fc.integer({ min: -50, max: 850 }), { maxLength: 12 }), (whole, cuts) => {
        const parts = splitByDays(
          whole,
          cuts.map((days) => addDays(whole.from, days)),
          2,
        );
        expect(sumOfAmounts(parts.map(({ amount }) => amount))).toBe(whole.amount);
        expect(parts.reduce((days, part) => days + daysBetween(part.from, part.until), 0)).toBe(
          daysBetween(whole.from, whole.until),
        );
      }),
    );
  });

  it('gives each part its share by days, to the cent', () => {
    fc.assert(
      fc.property(layer, share, (whole, at) => {
        const days = daysBetween(whole.from, whole.until);
        const parts = splitByDays(whole, [addDays(whole.from, Math.floor(days * at))], 2);
        for (const part of parts) {
          const exact = (Number(whole.amount) * daysBetween(part.from, part.until)) / days;
          expect(Math.abs(Number(part.amount) - exact)).toBeLessThan(0.0101);
        }
      }),
    );
  });
});

it('is earned and unearned to the whole on every day, however many layers there are', () => {
  fc.assert(
    fc.property(fc.array(layer, { minLength: 1, maxLength: 6 }), dates, (layers, date) => {
      const earned = premiumOf(layers, { from: '1900-01-01', until: date });
      const both = earned.plus(unearnedOn(layers, date));
      expect(both.minus(totalOf(layers)).isZero()).toBe(true);
    }),
  );
});

it('sums fractions without an error that adds up', () => {
  const third = Cents.of('0.01').portion(1, 3);
  const sum = Array.from({ length: 3_000 }, () => third).reduce((a, b) => a.plus(b), Cents.zero);
  expect(sum.toAmount(2)).toBe('10.00');
});
