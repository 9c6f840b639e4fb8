import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../domain/ground/calendar.js';
import { whyNotNegativePremium, whyNotUndo } from '../../../domain/policy/by-hand.js';
import { linesOfCancellation, linesOfReinstatement } from '../../../domain/policy/cancellation.js';
import { lowestEarned, totalOf } from '../../../domain/policy/proration.js';

const year = { from: '2027-01-01', until: '2028-01-01' };

/** The ledger of a year that was canceled from its first day, and the lines that reinstate it some days later. */
function reinstatedAfter(days: number, amount: string) {
  const premium = [{ ...year, amount }];
  const cancellation = linesOfCancellation(premium, {
    digits: 2,
    term: year,
    cancelledOn: year.from,
    penalty: '0',
  });
  const layers = [...premium, ...cancellation];
  const lapse = { from: year.from, until: addDays(year.from, days) };
  return { layers, lines: linesOfReinstatement(layers, { digits: 2, cancellation, lapse }) };
}

it('a policy canceled from its first day is reinstated after any lapse, however its credit rounds', () => {
  for (const days of [21, 22, 23, 24, 25, 26, 27, 28]) {
    const { layers, lines } = reinstatedAfter(days, '11080.00');
    expect(whyNotUndo(layers, lines, 2), `${days} days`).toBeNull();
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 1, max: 9_999_999 }), (days, cents) => {
      const { layers, lines } = reinstatedAfter(days, (cents / 100).toFixed(2));
      expect(whyNotUndo(layers, lines, 2)).toBeNull();
      const after = [...layers, ...lines];
      expect(Number(totalOf(after).toAmount(2))).toBeGreaterThanOrEqual(0);
      expect(Number(lowestEarned(after).toAmount(2))).toBeGreaterThanOrEqual(-0.01);
    }),
  );
});

it('a cent too much is still refused, in all and by some day', () => {
  const { layers, lines } = reinstatedAfter(21, '11080.00');
  const premium = [...layers, ...lines];
  const from = addDays(year.from, 21);
  const early = { from, until: from, amount: '-0.01' };
  expect(whyNotNegativePremium(premium, [early], 2)).toMatchObject({ field: 'premium' });
  const all = { ...year, amount: '-10442.53' };
  expect(totalOf(premium).toAmount(2)).toBe('10442.52');
  expect(whyNotNegativePremium(premium, [all], 2)).toMatchObject({ field: 'premium' });
});
