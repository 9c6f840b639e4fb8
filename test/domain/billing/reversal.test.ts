import { describe, expect, it } from 'vitest';
import { type Account, type AccountStatement, settle } from '../../../domain/billing/account.js';
import { fee, feeFor } from '../../../domain/billing/fee.js';
import { amountReturned } from '../../../domain/billing/reversal.js';

const statement = (number: number, amount: string, paidAmount = amount): AccountStatement => ({
  ...{ id: `statement-${number}`, number, dueDate: `2026-0${number}-01`, amount, paidAmount },
  state: amount === paidAmount ? 'PAID' : 'DUE',
});
const received = (id: string, amount: string, reverses: string | null = null) => ({
  ...{ id, amount, reverses, receivedAt: new Date(id === 'a' ? 1 : 2) },
});
const applied = (paymentId: string, number: number, amount: string) => ({
  ...{ paymentId, statementId: `statement-${number}`, amount },
});
const three = (): Account => ({
  statements: [statement(1, '100.00'), statement(2, '100.00'), statement(3, '100.00', '50.00')],
  payments: [received('a', '150.00'), received('b', '100.00')],
  allocations: [
    applied('a', 1, '100.00'),
    applied('a', 2, '50.00'),
    applied('b', 2, '50.00'),
    applied('b', 3, '50.00'),
  ],
});
const after = (account: Account) => {
  const { statements, unapplied, added } = settle(account);
  return { paid: statements.map(({ paidAmount, state }) => `${paidAmount} ${state}`), unapplied, added };
};

describe('a payment that the bank returned', () => {
  it('is taken off its statements, which are open again, and no other payment moves', () => {
    const { statements, payments, allocations } = three();
    const all = { statements, allocations, payments: [...payments, received('c', '-150.00', 'a')] };
    expect(after(all)).toEqual({
      paid: ['0.00 DUE', '50.00 DUE'],
      unapplied: '0.00',
      added: [applied('a', 2, '-50.00'), applied('a', 1, '-100.00')],
    });
  });

  it('is taken off the latest statement first, where a part of it was returned', () => {
    const { payments, ...rest } = three();
    expect(after({ ...rest, payments: [...payments, received('c', '-60.00', 'a')] })).toMatchObject({
      paid: ['90.00 DUE', '50.00 DUE'],
      unapplied: '0.00',
    });
  });

  it('frees the statements for cash that is held', () => {
    const account = {
      statements: [statement(1, '100.00')],
      payments: [received('a', '100.00'), received('b', '30.00'), received('c', '-100.00', 'a')],
      allocations: [applied('a', 1, '100.00')],
    };
    expect(after(account)).toMatchObject({ paid: ['30.00 DUE'], unapplied: '0.00' });
  });

  it('is made up for by other payments where it was refunded', () => {
    const account = {
      statements: [statement(1, '100.00')],
      payments: [received('a', '40.00'), received('b', '100.00'), received('r', '-40.00')],
      allocations: [applied('b', 1, '100.00')],
    };
    expect(after(account)).toEqual({ paid: [], unapplied: '0.00', added: [] });
    const returned = { ...account, payments: [...account.payments, received('c', '-40.00', 'a')] };
    expect(after(returned)).toMatchObject({ paid: ['60.00 DUE'], unapplied: '0.00' });
    const both = { ...returned, payments: [...returned.payments, received('d', '-100.00', 'b')] };
    expect(after(both)).toMatchObject({ paid: ['0.00 DUE'], unapplied: '-40.00' });
  });
});

describe('the amount that is taken back', () => {
  const payment = { reference: 'check 1', amount: '100.00', refunded: '0.00', returned: null };

  it('is all of the payment less what was refunded of it, or the part that is named', () => {
    expect(amountReturned(payment, undefined)).toEqual({ amount: '100.00' });
    expect(amountReturned({ ...payment, refunded: '30.00' }, undefined)).toEqual({ amount: '70.00' });
    expect(amountReturned(payment, '60.00')).toEqual({ amount: '60.00' });
  });

  it('is taken back once', () => {
    const before = { ...payment, returned: '60.00' };
    for (const again of [undefined, '60.00', '60'])
      expect(amountReturned(before, again)).toEqual({ amount: null });
    expect(amountReturned(before, '40.00')).toEqual({
      reason: '60.00 of the payment was returned before',
      field: 'amount',
    });
  });

  it.each([
    [{ amount: '-5.00' }, undefined, 'the reference check 1 is not of a payment that was received'],
    [{ refunded: '100.00' }, undefined, 'the payment was refunded in full'],
    [{}, '100.01', 'the payment was 100.00: write 100.00 or less'],
    [
      { refunded: '30.00' },
      '80.00',
      'the payment was 100.00, less 30.00 that was refunded: write 70.00 or less',
    ],
  ])('is refused of %j for %s', (changes, asked, reason) => {
    expect(amountReturned({ ...payment, ...changes }, asked)).toMatchObject({ reason });
  });
});

describe('a fee', () => {
  it('is an amount, or a share that is rounded to cents', () => {
    expect(feeFor(fee.parse({ amount: 25 }), '100.00', 2)).toBe('25.00');
    expect(feeFor(fee.parse({ share: '0.025' }), '100.20', 2)).toBe('2.51');
    expect(feeFor(fee.parse({ share: 0.01 }), '0.20', 2)).toBe('0.00');
  });

  it.each([
    [{}, '', 'must have either amount or share'],
    [{ amount: 5, share: 0.1 }, '', 'must have either amount or share'],
    [{ amount: 0 }, 'amount', 'must be more than 0, or left out'],
    [{ amount: -1 }, 'amount', 'must be an amount with at most three decimals, not negative'],
    [{ amount: 1.0005 }, 'amount', 'must be an amount with at most three decimals, not negative'],
    [{ share: 1.5 }, 'share', 'must be a share from 0 to 1, such as 0.25'],
    [{ share: 0 }, 'share', 'must be more than 0, or left out'],
  ])('%j is refused', (written, path, message) => {
    const issues = fee.safeParse(written).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toContainEqual([path, message]);
  });
});
