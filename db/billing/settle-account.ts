import type { Knex } from 'knex';
import { raw } from 'objection';
import { type Account, settle } from '../../domain/billing/account.js';
import { type Standing, standingOf } from '../../domain/billing/payment-status.js';
import { owedBack } from '../../domain/billing/refund.js';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { stillWaiting } from '../../domain/policy/waiting-reinstatement.js';
import { prepared } from '../models/base.js';
import { Payment } from '../models/payment.js';
import { PaymentAllocation } from '../models/payment-allocation.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { closeTasks, waitsForStatement } from '../tasks/close-tasks.js';
import { voidWriteOffs } from './void-write-offs.js';

export interface SettledAccount extends Standing {
  /** The policy as it is now. */
  policy: Policy;
  /** Received but not allocated to a statement; decimal text. */
  unapplied: string;
}

/**
 * Allocates a policy's payments to its statements, the oldest first, and updates its payment status. An ended
 * policy is settled when its balance is zero. Write-offs are void if more was returned than is billed, as when a
 * policy is canceled from its first day: nobody paid them, so they would stay open for good. Call it after every
 * change of statements or payments, in the transaction that has locked the policy.
 */
export async function settleAccount(trx: Knex, policy: Policy, now: BusinessTime): Promise<SettledAccount> {
  const account = await readAccount(trx, policy.id);
  const settlement = settle(account);
  for (const { paymentId, statementId } of settlement.removed) {
    await PaymentAllocation.query(trx).deleteById([paymentId, statementId]);
  }
  if (settlement.added.length > 0) {
    await trx('payment_allocations')
      .insert(
        settlement.added.map(({ paymentId, statementId, amount }) => ({
          payment_id: paymentId,
          statement_id: statementId,
          amount,
        })),
      )
      .onConflict(['payment_id', 'statement_id'])
      .merge({ amount: trx.raw('payment_allocations.amount + excluded.amount') });
  }
  if (settlement.added.some(({ amount }) => amount.startsWith('-'))) {
    // A payment that was returned has nothing left on some statements.
    const ids = settlement.added.map(({ paymentId }) => paymentId);
    await PaymentAllocation.query(trx).whereIn('payment_id', ids).where('amount', 0).delete();
  }
  for (const { id, paidAmount, state } of settlement.statements) {
    await Statement.query(trx).findById(id).patch({ paidAmount, state });
  }
  const settled = settlement.statements.filter(({ state }) => state === 'PAID');
  if (settled.length > 0) {
    const waitsFor = settled.map(({ id }) => waitsForStatement(id));
    await closeTasks(trx, { waitsFor, reason: 'the statement is settled', now });
  }
  const changed = new Map(settlement.statements.map((statement) => [statement.id, statement]));
  const statements = account.statements.map((statement) => changed.get(statement.id) ?? statement);
  const standing = standingOf(statements, account.payments, now.today);
  const billed = Decimal.of(standing.balance).plus(standing.paid);
  if (billed.isNegative() && (await voidWriteOffs(trx, policy.id, { now }))) {
    return settleAccount(trx, policy, now);
  }
  return {
    ...standing,
    policy: await withStanding(trx, policy, standing, now),
    unapplied: settlement.unapplied,
  };
}

/** The state of a policy's account, read only. */
export async function standingOfPolicy(db: Knex, policyId: string, today: string): Promise<Standing> {
  const { statements, payments } = await readAccount(db, policyId);
  return standingOf(statements, payments, today);
}

async function readAccount(db: Knex, policyId: string): Promise<Account> {
  const statements = await Statement.query(db)
    .where('policy_id', policyId)
    .select('id', 'term_number', 'number', 'due_date', 'amount', 'paid_amount', 'state')
    .select(raw(`case when kind = 'WRITE_OFF' then data ->> 'statementId' end`).as('writes_off'))
    .orderBy([{ column: 'term_number' }, { column: 'number' }])
    .modify(prepared, 'statements of account');
  const payments = await Payment.query(db)
    .where('policy_id', policyId)
    .select('id', 'amount', 'received_at', 'reverses')
    .modify(prepared, 'payments of account');
  const ids = payments.map(({ id }) => id);
  const allocations =
    ids.length === 0
      ? []
      : await PaymentAllocation.query(db)
          .whereIn('payment_id', ids)
          .select('payment_id', 'statement_id', 'amount');
  return {
    // Each term restarts the numbering; here numbers only order statements that are due on one day.
    statements: statements.map(
      (statement, index) => ({ ...statement.toJSON(), number: index + 1 }) as Statement,
    ),
    payments,
    allocations,
  };
}

async function withStanding(
  trx: Knex,
  policy: Policy,
  { status, balance, paid }: Standing,
  now: BusinessTime,
): Promise<Policy> {
  const balanced = Number(balance) === 0;
  const move = movePolicy(
    { state: policy.policyState, balanced, cancelled: policy.cancelledOn !== null },
    balanced ? 'BALANCED' : 'UNBALANCED',
  );
  const policyState = move.moved ? move.to : policy.policyState;
  const owed = owedBack({ balance, paid, onItsWay: '0' });
  const reinstatementWaits = stillWaiting(policy.reinstatementWaits, owed);
  const isSame =
    status === policy.status &&
    policyState === policy.policyState &&
    reinstatementWaits === policy.reinstatementWaits;
  return isSame ? policy : updatePolicy(trx, policy, { status, policyState, reinstatementWaits }, now);
}
