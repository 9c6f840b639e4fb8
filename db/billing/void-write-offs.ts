import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { recordFeeOfStatement } from '../ledger/record-entry.js';
import { Statement } from '../models/statement.js';

/**
 * Voids the write-offs of a policy, or of the statements that a payment was applied to; call `settleAccount` afterwards. Whether
 * there were any.
 */
export async function voidWriteOffs(
  trx: Knex,
  policyId: string,
  { paymentId, now }: { paymentId?: string; now: BusinessTime },
): Promise<boolean> {
  const voided = await Statement.query(trx)
    .where({ policy_id: policyId, kind: 'WRITE_OFF' })
    .whereNot('state', 'VOID')
    .modify((of) => {
      if (paymentId === undefined) return;
      of.whereRaw(
        `data ->> 'statementId' in (select statement_id::text from payment_allocations where payment_id = ?)`,
        [paymentId],
      );
    })
    .patch({ state: 'VOID', voidedOn: now.today })
    .returning('*');
  for (const each of voided) await recordFeeOfStatement(trx, each, { now, kind: 'DELETED' });
  return voided.length > 0;
}
