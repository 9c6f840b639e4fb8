import type { Knex } from 'knex';
import { type Fee, feeFor } from '../../domain/billing/fee.js';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { exactText } from '../../domain/money/amount-text.js';
import type { FollowUp } from '../events/follow-up.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';
import { chargeFee } from './charge-fee.js';

/**
 * Charges the late fee for a past-due statement, once; not for a fee, and not after the policy has ended. Call
 * `settleAccount` afterwards.
 */
export async function chargeLateFee(
  trx: Knex,
  policy: Policy,
  late: Statement,
  {
    lateFee,
    dueDays,
    digits,
    now,
  }: { lateFee: Fee | undefined; dueDays: number; digits: number; now: BusinessTime },
): Promise<FollowUp[]> {
  const isFee = late.kind === 'NSF_FEE' || late.kind === 'LATE_FEE';
  if (lateFee === undefined || isFee || policy.policyState !== 'ACTIVE') return [];
  const before = await Statement.query(trx)
    .findOne({ policy_id: policy.id, kind: 'LATE_FEE' })
    .whereRaw(`data ->> 'statementId' = ?`, [late.id]);
  if (before !== undefined) return [];
  return chargeFee(trx, policy, {
    kind: 'LATE_FEE',
    label: 'Late fee',
    amount: feeFor(lateFee, exactText(Decimal.of(late.amount).minus(late.paidAmount)), digits),
    dueDays,
    data: { statementId: late.id },
    now,
  });
}
