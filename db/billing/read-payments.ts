import type { Database } from '../database.js';
import { Payment } from '../models/payment.js';

/** A page of a policy's receipts, refunds and reversals, the latest first, with the statements they were applied to. */
export async function readPayments(
  db: Database,
  policyId: string,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; payments: Payment[] }> {
  const { results: payments, total } = await Payment.query(db)
    .where('policy_id', policyId)
    .orderBy([{ column: 'received_at', order: 'desc' }, { column: 'id' }])
    .page(page, size)
    .withGraphFetched('statements')
    .modifyGraph('statements', (statements) => statements.orderBy(['due_date', 'term_number', 'number']));
  return { total, payments };
}
