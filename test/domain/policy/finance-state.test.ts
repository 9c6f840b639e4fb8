import { expect, it } from 'vitest';
import { type BilledStatement, financeStateOf } from '../../../domain/policy/finance-state.js';

const policy = { paymentPlan: 'FULL_PAYMENT', status: 'NOT_PAID', policyState: 'ACTIVE' } as const;
const statement = (dueDate: string, amount: number, paidAmount = 0): BilledStatement => ({
  ...{ dueDate, amount, paidAmount, state: 'DUE' },
});

it('counts everything that is due on the next due date, less what has been paid of it', () => {
  const statements = [
    statement('2026-12-15', 410.5),
    statement('2027-01-15', 99),
    statement('2026-12-15', 218.5, 18.5),
    statement('2026-12-15', -30),
  ];
  const state = financeStateOf(policy, {
    ...{ statements, paid: '18.50', currency: 'USD', today: '2026-11-30' },
  });
  expect(state).toMatchObject({ nextDueDate: '2026-12-15', nextDueAmount: 610.5, creditAmount: 30 });
});

it('has no next due date once all is paid', () => {
  const state = financeStateOf(policy, {
    ...{ statements: [{ ...statement('2026-12-15', 10, 10), state: 'PAID' as const }] },
    ...{ paid: '10', currency: 'USD', today: '2026-11-30' },
  });
  expect(state).toMatchObject({ nextDueDate: null, nextDueAmount: null });
});
