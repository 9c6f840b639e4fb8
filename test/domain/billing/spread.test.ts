import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOver } from '../../../domain/billing/spread.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';

const instalment = (id: string, premium: string, paidAmount = '0.00') => ({
  ...{ id, premium, paidAmount, taxesAndFees: '0.00' },
  // With an installment fee.
  amount: sumOfAmounts([premium, '5.00']),
});
const amountsOf = (spread: ReturnType<typeof spreadOver>) => spread?.map(({ amount }) => amount);

describe('a change that is spread over installments', () => {
  const three = [instalment('a', '100.00'), instalment('b', '100.00'), instalment('c', '50.00')];

  it('is added in proportion to their premium', () => {
    expect(spreadOver({ premium: '50.00', taxesAndFees: '2.50' }, three, 2)).toEqual([
      { id: 'a', paidAmount: '0.00', premium: '120.00', taxesAndFees: '1.00', amount: '126.00' },
      { id: 'b', paidAmount: '0.00', premium: '120.00', taxesAndFees: '1.00', amount: '126.00' },
      { id: 'c', paidAmount: '0.00', premium: '60.00', taxesAndFees: '0.50', amount: '65.50' },
    ]);
  });

  it('is taken off again to the cent', () => {
    const added = spreadOver({ premium: '0.10', taxesAndFees: '0.01' }, three, 2)!;
    expect(amountsOf(spreadOver({ premium: '-0.10', taxesAndFees: '-0.01' }, added, 2))).toEqual([
      '105.00',
      '105.00',
      '55.00',
    ]);
  });

  it('is shared equally by installments without premium', () => {
    const free = [instalment('a', '0.00'), instalment('b', '0.00')];
    expect(amountsOf(spreadOver({ premium: '9.00', taxesAndFees: '0.00' }, free, 2))).toEqual([
      '9.50',
      '9.50',
    ]);
  });

  it('is billed at once without installments, and where a return exceeds what is open of one', () => {
    expect(spreadOver({ premium: '9.00', taxesAndFees: '0.00' }, [], 2)).toBeNull();
    const paid = [instalment('a', '100.00', '105.00'), instalment('b', '100.00')];
    expect(spreadOver({ premium: '-10.00', taxesAndFees: '0.00' }, paid, 2)).toBeNull();
    expect(amountsOf(spreadOver({ premium: '10.00', taxesAndFees: '0.00' }, paid, 2))).toEqual([
      '110.00',
      '110.00',
    ]);
  });

  it('loses no cent', () => {
    const cents = (min: number, max: number) =>
      fc.integer({ min, max }).map((amount) => (amount / 100).toFixed(2));
    const premiums = fc.array(cents(0, 90_000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        premiums,
        cents(-500_000, 500_000),
        cents(-9_000, 9_000),
        (before, premium, taxesAndFees) => {
          const instalments = before.map((amount, index) => instalment(String(index), amount));
          const spread = spreadOver({ premium, taxesAndFees }, instalments, 2);
          if (spread === null) return;
          const sum = (of: typeof instalments) => sumOfAmounts(of.map(({ amount }) => amount));
          expect(sum(spread)).toBe(sumOfAmounts([sum(instalments), premium, taxesAndFees]));
        },
      ),
    );
  });
});
