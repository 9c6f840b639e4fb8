import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../domain/ground/calendar.js';
import { linesOfLapse, type ReturnMethod, returnPremium } from '../../../domain/policy/cancellation.js';
import { totalOf } from '../../../domain/policy/proration.js';
import { issues, lastTermOf } from './generated-term.js';

const year = { from: '2026-01-01', until: '2027-01-01' };
const layers = [{ ...year, amount: '1200.00' }];
const table = [
  { days: 30, kept: '0.2' },
  { days: 180, kept: '0.6' },
  { days: 365, kept: '1' },
];

const returned = (cancelledOn: string, method: ReturnMethod) =>
  returnPremium({ digits: 2, layers, term: year, cancelledOn, method });

describe('what goes back', () => {
  it('pro rata is what is not earned', () => {
    expect(returned('2026-07-01', { method: 'PRO_RATA' })).toEqual({
      returned: '604.93',
      proRata: '604.93',
      penalty: '0.00',
      daysInForce: 181,
      daysOfTerm: 365,
    });
  });

  it('at short rate is less by the penalty', () => {
    const method = { method: 'SHORT_RATE', penalty: '0.1' } as const;
    // 604.9315… less a tenth is 544.438…
    expect(returned('2026-07-01', method)).toMatchObject({
      returned: '544.44',
      proRata: '604.93',
      penalty: '60.49',
    });
  });

  it('keeps the minimum earned premium, by any method, except from the first day', () => {
    const minimumEarned = { amount: '100.00', share: '0.25' };
    // 31 days earn 101.92, a quarter of the premium is 300.00.
    expect(returned('2026-02-01', { method: 'PRO_RATA', minimumEarned })).toMatchObject({
      ...{ proRata: '1098.08', returned: '900.00', penalty: '198.08' },
    });
    expect(returned('2026-02-01', { method: 'SHORT_RATE', penalty: '0.1', minimumEarned })).toMatchObject({
      ...{ returned: '900.00', penalty: '198.08' },
    });
    expect(returned('2026-07-01', { method: 'PRO_RATA', minimumEarned }).returned).toBe('604.93');
    expect(returned('2026-01-01', { method: 'PRO_RATA', minimumEarned }).returned).toBe('1200.00');
    const all = { minimumEarned: { amount: '5000.00' } };
    expect(returned('2026-02-01', { method: 'PRO_RATA', ...all })).toMatchObject({
      ...{ returned: '0.00', penalty: '1098.08' },
    });
  });

  it('at short rate by a table is what its row does not keep', () => {
    const method = { method: 'SHORT_RATE', table } as const;
    expect(returned('2026-01-31', method).returned).toBe('960.00');
    expect(returned('2026-02-01', method).returned).toBe('480.00');
    expect(returned('2026-12-31', method).returned).toBe('0.00');
  });

  it('by a table is never more than pro rata', () => {
    const method = { method: 'SHORT_RATE', table: [{ days: 365, kept: '0.01' }] } as const;
    expect(returned('2026-12-31', method)).toMatchObject({ returned: '3.29', penalty: '0.00' });
  });

  it('is everything where the policy was never in force, at any rate', () => {
    expect(returned('2026-01-01', { method: 'SHORT_RATE', table }).returned).toBe('1200.00');
    expect(returned('2026-01-01', { method: 'SHORT_RATE', penalty: '0.1' }).returned).toBe('1200.00');
  });
});

const methods = fc.oneof(
  fc.constant<ReturnMethod>({ method: 'PRO_RATA' }),
  fc
    .constantFrom('0', '0.1', '0.25', '1')
    .map((penalty): ReturnMethod => ({ method: 'SHORT_RATE', penalty })),
  fc.constant<ReturnMethod>({ method: 'SHORT_RATE', table }),
);

it('falls from day to day, between nothing and the whole premium', () => {
  fc.assert(
    fc.property(issues, methods, fc.nat(600), (issue, method, day) => {
      const term = lastTermOf([issue]);
      const period = { from: term.effectiveDate, until: term.expirationDate };
      const days = daysBetween(period.from, period.until);
      const on = (at: number) =>
        Number(
          returnPremium({
            digits: 2,
            layers: term.stretches,
            term: period,
            cancelledOn: addDays(period.from, Math.min(at, days)),
            method,
          }).returned,
        );
      expect(on(day)).toBeGreaterThanOrEqual(on(day + 1));
      expect(on(day)).toBeLessThanOrEqual(Number(totalOf(term.stretches).toAmount(2)));
      expect(on(day)).toBeGreaterThanOrEqual(0);
      expect(on(days)).toBe(0);
    }),
  );
});

it('charges nothing for the days without coverage, and nothing else is taken away', () => {
  expect(linesOfLapse(layers, { from: '2026-07-01', until: '2026-07-31' }, 2)).toEqual([
    { from: '2026-07-01', until: '2026-07-31', amount: '-98.63' },
  ]);
  expect(linesOfLapse(layers, { from: '2026-07-01', until: '2026-07-01' }, 2)).toEqual([]);
});
