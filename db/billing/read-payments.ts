import { paymentKindOf } from '../../domain/billing/payment-kind.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { Database } from '../database.js';
import { Payment } from '../models/payment.js';

/** A statement that a payment was applied to, with the amount; negative for a refund of a credit. */
interface AppliedTo {
  statementId: string;
  termNumber: number;
  number: number;
  dueDate: string;
  amount: number;
}

type StoredPayment = Payment & { applied: AppliedTo[]; unapplied: string };

const applied = `(
  select coalesce(json_agg(json_build_object('statementId', s.id, 'termNumber', s.term_number, 'number', s.number,
    'dueDate', s.due_date, 'amount', trim_scale(a.amount)) order by s.due_date, s.term_number, s.number), '[]')
  from payment_allocations a join statements s on s.id = a.statement_id where a.payment_id = payments.id
) as applied, amount - (
  select coalesce(sum(a.amount), 0) from payment_allocations a where a.payment_id = payments.id
) as unapplied`;

/** A page of a policy's receipts, refunds and reversals, the latest first. */
export async function readPayments(
  db: Database,
  policyId: string,
  { page, size }: { page: number; size: number },
) {
  const { results, total } = await Payment.query(db)
    .where('policy_id', policyId)
    .select('payments.*', Payment.raw(applied))
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'asc' },
    ])
    .page(page, size)
    .castTo<{ results: StoredPayment[]; total: number }>();
  return { total, payments: results.map(shown) };
}

function shown(payment: StoredPayment) {
  const { id, amount, reference, method, payer, paidOn, receivedAt } = payment;
  return {
    id,
    kind: paymentKindOf(payment),
    amount: Number(amount),
    paymentDate: paidOn ?? utcDate(receivedAt),
    receivedTimestamp: receivedAt.toISOString(),
    paymentMethod: method,
    paymentProcessor: payment.provider,
    reference,
    payer,
    description: payment.description,
    reversedPaymentId: payment.reverses ?? payment.reversesRefund,
    statements: payment.applied,
    unappliedAmount: Number(payment.unapplied),
    triggerRequestId: payment.triggerRequestId,
    createdBy: payment.createdBy,
  };
}
