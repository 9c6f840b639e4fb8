import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  type AccountStatement,
  type StatementState,
  settle,
} from '../../../domain/billing/account.js';
import { standingOf } from '../../../domain/billing/payment-status.js';
import { Decimal } from '../../../domain/expression/index.js';

const statement = (
  number: number,
  amount: string,
  more: Partial<AccountStatement> = {},
): AccountStatement => ({
  id: `statement-${number}`,
  number,
  dueDate: `2026-${String(number).padStart(2, '0')}-01`,
  amount,
  paidAmount: '0.00',
  state: 'DUE',
  ...more,
});
const payment = (number: number, amount: string) => ({
  id: `payment-${number}`,
  amount,
  receivedAt: new Date(Date.UTC(2026, 0, number)),
});

/** The account after what settling changes was written. */
function after(account: Account): Account & { unapplied: string } {
  const { added, removed, statements, unapplied } = settle(account);
  const changed = new Map(statements.map((one) => [one.id, one]));
  const kept = account.allocations.filter((one) => !removed.includes(one));
  const merged = new Map(kept.map((one) => [`${one.paymentId} ${one.statementId}`, one]));
  for (const one of added) {
    const key = `${one.paymentId} ${one.statementId}`;
    const amount = Decimal.of(merged.get(key)?.amount ?? 0)
      .plus(one.amount)
      .toFixed(2);
    merged.set(key, { ...one, amount });
  }
  return {
    statements: account.statements.map((one) => changed.get(one.id) ?? one),
    payments: account.payments,
    allocations: [...merged.values()],
    unapplied,
  };
}

const sum = (items: readonly { amount: string }[]) =>
  items.reduce((total, { amount }) => total.plus(amount), Decimal.of(0));
const paidOf = (statements: readonly AccountStatement[]) =>
  statements.map(({ paidAmount, state }) => `${paidAmount} ${state}`);

describe('settle', () => {
  it('pays the oldest statement first', () => {
    const { statements, unapplied } = after({
      statements: [statement(2, '100.00'), statement(1, '100.00'), statement(3, '100.00')],
      payments: [payment(1, '150.00')],
      allocations: [],
    });
    expect(paidOf(statements)).toEqual(['50.00 DUE', '100.00 PAID', '0.00 DUE']);
    expect(unapplied).toBe('0.00');
  });

  it('leaves an installment that is paid ahead scheduled, and finds it paid when it is billed', () => {
    const scheduled = statement(1, '100.00', { state: 'SCHEDULED' });
    const ahead = after({ statements: [scheduled], payments: [payment(1, '100.00')], allocations: [] });
    expect(paidOf(ahead.statements)).toEqual(['100.00 SCHEDULED']);
    const billed = ahead.statements.map((one) => ({ ...one, state: 'DUE' as const }));
    expect(paidOf(after({ ...ahead, statements: billed }).statements)).toEqual(['100.00 PAID']);
  });

  it('keeps what is paid too much for the next statement', () => {
    const first = after({
      statements: [statement(1, '100.00')],
      payments: [payment(1, '130.00')],
      allocations: [],
    });
    expect(first.unapplied).toBe('30.00');
    const second = after({ ...first, statements: [...first.statements, statement(2, '50.00')] });
    expect(paidOf(second.statements)).toEqual(['100.00 PAID', '30.00 DUE']);
    expect(second.unapplied).toBe('0.00');
  });

  it('settles statements by a credit, and the rest of the credit by a refund', () => {
    const paid = after({
      statements: [statement(1, '100.00')],
      payments: [payment(1, '100.00')],
      allocations: [],
    });
    const credited = after({
      ...paid,
      statements: [...paid.statements, statement(2, '10.00'), statement(3, '-60.00')],
    });
    expect(paidOf(credited.statements)).toEqual(['100.00 PAID', '10.00 PAID', '-10.00 DUE']);
    const refunded = after({ ...credited, payments: [...credited.payments, payment(2, '-50.00')] });
    expect(paidOf(refunded.statements)).toEqual(['100.00 PAID', '10.00 PAID', '-60.00 PAID']);
    expect(refunded.unapplied).toBe('0.00');
  });

  it('takes money back from a void statement and gives it to the next', () => {
    const paid = after({
      statements: [statement(1, '100.00'), statement(2, '100.00', { state: 'SCHEDULED' })],
      payments: [payment(1, '150.00')],
      allocations: [],
    });
    const [first, second] = paid.statements;
    const voided = after({
      ...paid,
      statements: [first!, { ...second!, state: 'VOID' }, statement(3, '20.00')],
    });
    expect(paidOf(voided.statements)).toEqual(['100.00 PAID', '0.00 VOID', '20.00 PAID']);
    expect(voided.unapplied).toBe('30.00');
  });

  it('opens what a void write-off settled, and no statement that another one settled', () => {
    const open = [statement(1, '100.00'), statement(2, '50.00')];
    const paid = [payment(1, '99.99'), payment(2, '49.99')];
    const writeOff = (number: number, writesOff: string) =>
      statement(number, '-0.01', { dueDate: '2026-03-01', writesOff });
    const first = after({ statements: [open[0]!], payments: [paid[0]!], allocations: [] });
    const written = after({ ...first, statements: [...first.statements, writeOff(3, 'statement-1')] });
    const second = after({
      ...written,
      statements: [...written.statements, open[1]!],
      payments: paid,
    });
    const both = after({ ...second, statements: [...second.statements, writeOff(4, 'statement-2')] });
    const settled = ['100.00 PAID', '-0.01 PAID', '50.00 PAID', '-0.01 PAID'];
    expect(paidOf(both.statements)).toEqual(settled);

    const returned = after({
      ...both,
      statements: both.statements.map((one) => (one.id === 'statement-3' ? { ...one, state: 'VOID' } : one)),
      payments: [...paid, { ...payment(3, '-99.99'), reverses: 'payment-1' }],
    });

    expect(paidOf(returned.statements)).toEqual(['0.00 DUE', '0.00 VOID', '50.00 PAID', '-0.01 PAID']);
  });

  it('refunds what was paid too much', () => {
    const refunded = after({
      statements: [statement(1, '100.00')],
      payments: [payment(1, '120.00'), payment(2, '-20.00')],
      allocations: [],
    });
    expect(paidOf(refunded.statements)).toEqual(['100.00 PAID']);
    expect(refunded.unapplied).toBe('0.00');
    expect(settle(refunded).added).toEqual([]);
  });

  it('leaves a credit open while it is owed, whatever was refunded before it', () => {
    const refunded = after({
      statements: [statement(1, '100.00')],
      payments: [payment(1, '120.00'), payment(2, '-20.00')],
      allocations: [],
    });
    const cancelled = after({ ...refunded, statements: [...refunded.statements, statement(2, '-60.00')] });
    expect(paidOf(cancelled.statements)).toEqual(['100.00 PAID', '0.00 DUE']);
    expect(cancelled.unapplied).toBe('0.00');
    const paidBack = after({ ...cancelled, payments: [...cancelled.payments, payment(3, '-60.00')] });
    expect(paidOf(paidBack.statements)).toEqual(['100.00 PAID', '-60.00 PAID']);
  });

  it('loses no money over any sequence of statements, payments, credits, refunds and voids', () => {
    const cents = fc.integer({ min: 1, max: 50_000 }).map((units) => Decimal.of(units).dividedBy(100));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('bill' as const), amount: cents, scheduled: fc.boolean() }),
      fc.record({ kind: fc.constant('credit' as const), amount: cents }),
      fc.record({ kind: fc.constant('pay' as const), amount: cents }),
      fc.record({ kind: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('void' as const), which: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let account: Account & { unapplied: string } = {
          statements: [],
          payments: [],
          allocations: [],
          unapplied: '0.00',
        };
        for (const [index, one] of steps.entries()) {
          const number = index + 1;
          const { statements, payments } = account;
          const add = (amount: string, state: StatementState) => [
            ...statements,
            statement(number, amount, { state, dueDate: `2026-01-${String(number).padStart(2, '0')}` }),
          ];
          switch (one.kind) {
            case 'bill':
              account = {
                ...account,
                statements: add(one.amount.toFixed(2), one.scheduled ? 'SCHEDULED' : 'DUE'),
              };
              break;
            case 'credit':
              account = { ...account, statements: add(one.amount.negated().toFixed(2), 'DUE') };
              break;
            case 'pay':
              account = { ...account, payments: [...payments, payment(number, one.amount.toFixed(2))] };
              break;
            case 'refund': {
              const owed = Decimal.of(standingOf(statements, payments, '2026-12-31').balance).negated();
              const amount = owed.times(one.share).dividedBy(100).round(2, 'DOWN');
              if (amount.lessThanOrEqualTo(0)) continue;
              account = { ...account, payments: [...payments, payment(number, amount.negated().toFixed(2))] };
              break;
            }
            case 'void': {
              const voidable = statements.filter(({ state }) => state !== 'VOID');
              const target = voidable[one.which % Math.max(1, voidable.length)];
              account = {
                ...account,
                statements: statements.map((each) => (each === target ? { ...each, state: 'VOID' } : each)),
              };
            }
          }
          account = after(account);
          check(account);
        }
      }),
      { numRuns: 400 },
    );
  });
});

function check(account: Account & { unapplied: string }): void {
  const { statements, payments, allocations, unapplied } = account;
  const live = statements.filter(({ state }) => state !== 'VOID');
  const paid = live.reduce((total, { paidAmount }) => total.plus(paidAmount), Decimal.of(0));
  expect(paid.toFixed(2)).toBe(sum(allocations).toFixed(2));
  expect(sum(payments).toFixed(2)).toBe(sum(allocations).plus(unapplied).toFixed(2));
  for (const { amount, paidAmount, state } of statements) {
    const [whole, part] = [Decimal.of(amount), Decimal.of(paidAmount)];
    expect(part.isZero() || part.isNegative() === whole.isNegative()).toBe(true);
    expect(part.abs().lessThanOrEqualTo(whole.abs())).toBe(true);
    if (state !== 'VOID' && state !== 'SCHEDULED') expect(state === 'PAID').toBe(part.equals(whole));
  }
  // Nothing is left to be given while somebody is owed.
  const charges = live.some(({ amount, paidAmount }) => Decimal.of(amount).greaterThan(paidAmount));
  const credits = live.some(({ amount, paidAmount }) => Decimal.of(amount).lessThan(paidAmount));
  expect(charges && (credits || Decimal.of(unapplied).greaterThan(0))).toBe(false);
  expect(settle(account)).toEqual({ added: [], removed: [], statements: [], unapplied });
}

describe('standingOf', () => {
  const today = '2026-02-15';
  const statusOf = (paid: string[], statements = [statement(1, '100.00'), statement(2, '100.00')]) =>
    standingOf(
      statements,
      paid.map((amount) => ({ amount })),
      today,
    );

  it.each([
    [[], 'NOT_PAID', '200.00'],
    [['0.01'], 'UNDERPAID', '199.99'],
    [['100.00', '99.99'], 'UNDERPAID', '0.01'],
    [['200.00'], 'PAID', '0.00'],
    [['200.01'], 'OVERPAID', '-0.01'],
  ])('after payments of %j it is %s', (paid, status, balance) => {
    expect(statusOf(paid)).toMatchObject({ due: '200.00', status, balance });
  });

  it('reckons only with what is due by now', () => {
    const statements = [
      statement(1, '100.00'),
      statement(2, '100.00', { state: 'SCHEDULED', dueDate: '2026-03-01' }),
      statement(3, '100.00', { state: 'VOID' }),
    ];
    expect(statusOf(['100.00'], statements)).toEqual({
      due: '100.00',
      paid: '100.00',
      balance: '100.00',
      status: 'PAID',
    });
    expect(standingOf(statements, [{ amount: '100.00' }], '2026-03-01').status).toBe('UNDERPAID');
  });

  it('is overpaid by what is paid ahead, until that is billed', () => {
    const statements = [
      statement(1, '100.00', { state: 'PAID' }),
      statement(2, '100.00', { state: 'SCHEDULED', dueDate: '2026-03-01', paidAmount: '100.00' }),
    ];
    expect(statusOf(['200.00'], statements)).toMatchObject({ status: 'OVERPAID', balance: '0.00' });
    expect(standingOf(statements, [{ amount: '200.00' }], '2026-03-01').status).toBe('PAID');
  });

  it('owes nothing where nothing was billed, and is not overpaid by a credit where nothing was paid', () => {
    expect(statusOf([], []).status).toBe('PAID');
    expect(statusOf([], [statement(1, '-5.00')])).toMatchObject({ status: 'NOT_PAID', balance: '-5.00' });
    expect(statusOf(['1.00'], [statement(1, '-5.00')])).toMatchObject({
      status: 'OVERPAID',
      balance: '-6.00',
    });
  });
});
