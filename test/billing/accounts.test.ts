import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Transaction } from 'objection';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyPayments, keepPayment } from '../../db/billing/receive-payment.js';
import { settleAccount, standingOfPolicy } from '../../db/billing/settle-account.js';
import {
  addStatements,
  billStatements,
  markPastDue,
  voidScheduledStatements,
} from '../../db/billing/statements.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import type { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { Decimal } from '../../domain/expression/index.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const cents = fc.integer({ min: 1, max: 90_000 }).map((units) => Decimal.of(units).dividedBy(100).toFixed(2));
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      amount: cents,
      reference: fc.integer({ max: 4, min: 1 }),
    }),
    fc.record({ kind: fc.constant('charge' as const), amount: cents }),
    fc.record({ kind: fc.constant('credit' as const), amount: cents }),
    fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 120 }) }),
    fc.record({ kind: fc.constant('void' as const) }),
  ),
  { maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

it('keeps every cent of any life of payments, charges, credits and days', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const { db } = database;
      const { id } = await aPolicy(db, { instalments: ['300.00', '300.00', '300.00', '300.00'] });
      let today = '2025-12-20';
      const references = new Map<number, string>();
      for (const step of life) {
        if (step.kind === 'days') today = addDays(today, step.days);
        if (step.kind === 'pay' && !references.has(step.reference))
          references.set(step.reference, step.amount);
        await db.transaction(async (trx) => {
          const policy = (await lockPolicy(trx, id))!;
          await take(trx, policy, step, today);
        });
        await check(id, today, [...references.values()]);
      }
    }),
    { numRuns: 25 },
  );
});

async function take(trx: Transaction, policy: Policy, step: Step, today: string): Promise<void> {
  const now = new BusinessTime(new Date(`${today}T12:00:00Z`));
  const bill = (amount: string) =>
    addStatements(trx, policy, [{ kind: 'ENDORSEMENT', dueDate: today, amount, state: 'DUE' }], now);
  switch (step.kind) {
    case 'pay': {
      const reference = `transfer ${step.reference}`;
      const { id: policyId, sellerOrganizationId: organizationId } = policy;
      const payment = { id: randomUUID(), organizationId, amount: step.amount, reference };
      await keepPayment(trx, { ...payment, policyId, provider: 'OFFLINE' }, { triggerRequestId: null, now });
      await applyPayments(trx, policy, now);
      return;
    }
    case 'charge':
      await bill(step.amount);
      break;
    case 'credit':
      await bill(`-${step.amount}`);
      break;
    case 'days':
      await billStatements(trx, policy.id, today);
      await markPastDue(trx, policy.id, today);
      break;
    case 'void':
      await voidScheduledStatements(trx, policy.id);
  }
  await settleAccount(trx, policy, now);
}

async function check(policyId: string, today: string, received: string[]): Promise<void> {
  const { db } = database;
  const statements = await Statement.query(db).where('policy_id', policyId);
  const payments = await Payment.query(db).where('policy_id', policyId);
  const allocations = await PaymentAllocation.query(db).whereIn(
    'payment_id',
    payments.map(({ id }) => id),
  );
  // A reference counts once, with the amount that came first.
  expect(sum(payments.map(({ amount }) => amount))).toBe(sum(received));
  expect(sum(statements.map(({ paidAmount }) => paidAmount))).toBe(
    sum(allocations.map(({ amount }) => amount)),
  );
  for (const { id, amount } of payments) {
    const used = sum(allocations.filter(({ paymentId }) => paymentId === id).map((one) => one.amount));
    expect(Number(used)).toBeLessThanOrEqual(Number(amount));
  }
  for (const { amount, paidAmount, state } of statements) {
    expect(Math.abs(Number(paidAmount))).toBeLessThanOrEqual(Math.abs(Number(amount)));
    if (state === 'VOID') expect(Number(paidAmount)).toBe(0);
    else if (state !== 'SCHEDULED') expect(state === 'PAID').toBe(Number(paidAmount) === Number(amount));
  }
  const live = statements.filter(({ state }) => state !== 'VOID').map(({ amount }) => amount);
  const standing = await standingOfPolicy(db, policyId, today);
  expect(standing.balance).toBe(Decimal.of(sum(live)).minus(sum(received)).toFixed(2));
}

const sum = (amounts: string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), Decimal.of(0)).toFixed(2);
