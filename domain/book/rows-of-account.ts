import type { JsonObject } from '../ground/json.js';
import type { ReadAccount } from './account.js';
import { idInBook } from './priced-changes.js';
import type { BookPolicy } from './records.js';
import type { Rows } from './rows.js';
import type { BookSurroundings } from './surroundings.js';

/** The statements and payments of a policy, with its history of payments. */
export function accountRows(
  { paymentPlan }: BookPolicy,
  { statements, payments, allocations }: ReadAccount,
  { policyId, insurer, source, now }: BookSurroundings,
): Rows {
  const createdBy = { kind: 'SERVICE', name: source };
  return {
    statements: statements.map(({ given, billedOn, termNumber, parts, ...statement }) => ({
      id: statement.id,
      policy_id: policyId,
      term_number: termNumber,
      number: statement.number,
      kind: given.kind,
      due_date: statement.dueDate,
      amount: statement.amount,
      paid_amount: statement.paidAmount,
      state: statement.state,
      created_at: now.startOf(billedOn ?? now.today).toISOString(),
      billed_on: billedOn,
      data: {
        billingDate: given.billedOn ?? given.dueDate,
        ...parts,
        instalmentFee: given.installmentFee ?? '0.00',
        ...(paymentPlan !== undefined && { paymentPlan }),
      },
    })),
    payments: payments.map(({ id, given, amount, receivedAt, reference }) => ({
      id,
      policy_id: policyId,
      organization_id: insurer.id,
      amount,
      reference,
      provider: 'OFFLINE',
      received_at: receivedAt.toISOString(),
      method: given.method ?? null,
      payer: given.payer ?? null,
      paid_on: given.paidOn ?? null,
      description: given.description ?? null,
      created_by: createdBy as JsonObject,
    })),
    payment_allocations: allocations.map(({ paymentId, statementId, amount }) => ({
      payment_id: paymentId,
      statement_id: statementId,
      amount,
    })),
  };
}

/** The payments in the history of a policy. */
export function paymentEventRows(
  { payments }: ReadAccount,
  { policyId, source }: BookSurroundings,
): JsonObject[] {
  return payments.map(({ given, amount, receivedAt }, index) => {
    const isRefund = amount.startsWith('-');
    return {
      id: idInBook(policyId, 'payment event', String(index + 1)),
      policy_id: policyId,
      type: isRefund ? 'PAYMENT_REFUND' : 'PAYMENT_RECEIVED',
      label: isRefund ? 'Money paid back' : 'Payment received',
      description: given.description ?? null,
      data: { amount: Math.abs(Number(amount)) },
      created_at: receivedAt.toISOString(),
      created_by: { kind: 'SERVICE', name: source },
    };
  });
}
