import type { Knex } from 'knex';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { PaymentRefund } from '../models/payment-refund.js';

/** A policy's pending refunds. */
export async function refundsOnTheirWay(
  db: Knex,
  policyId: string,
): Promise<{ amount: string; references: ReadonlySet<string> }> {
  const pending = await PaymentRefund.query(db).where({ policy_id: policyId, state: 'PENDING' });
  return {
    amount: sumOfAmounts(pending.map(({ amount }) => amount)),
    references: new Set(pending.map(({ reference }) => reference)),
  };
}
