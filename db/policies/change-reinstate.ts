import type { Knex } from 'knex';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { totalOfCharges } from '../../domain/policy/charges.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { type ChargeLayer, type Period, type PremiumLayer, totalOf } from '../../domain/policy/proration.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type PolicyEventToRecord, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract } from './apply-contract.js';
import { type BilledChange, billChange } from './bill-change.js';

/** The reversal of a cancellation. */
export interface ReinstatementToRecord {
  effectiveDate: string;
  /** The premium charged again, without the days of the lapse. */
  lines: PremiumLayer[];
  /** The taxes and fees charged again. */
  charges: ChargeLayer[];
  /** The days without coverage; none if `until` is not after `from`. */
  lapse: Period;
  termPremium: string;
  event: PolicyEventToRecord;
  dueDays: number;
  triggerRequestId: string;
  now: Date;
}

/**
 * Reinstates a cancelled policy that the transaction has locked: the returned premium is charged again, in
 * one statement.
 */
export async function reinstatePolicy(
  trx: Knex,
  policy: Policy,
  reinstatement: ReinstatementToRecord,
): Promise<BilledChange> {
  const { effectiveDate, lines, charges, lapse, termPremium, triggerRequestId, event, now } = reinstatement;
  const standing = { state: policy.policyState, balanced: false, cancelled: policy.cancelledOn !== null };
  const move = movePolicy(standing, 'REINSTATED');
  const reinstated = await updatePolicy(
    trx,
    policy,
    {
      cancelledOn: null,
      cancellationNoticeOn: null,
      lastDayWithCoverage: addDays(policy.expirationDate, -1),
      ...(move.moved && { policyState: move.to }),
    },
    now,
  );
  const premium = totalOf(lines).toAmount();
  const taxesAndFees = totalOfCharges(charges);
  const stretches = lapse.until > lapse.from ? [{ ...lapse, amount: '0.00', termPremium: '0.00' }] : [];
  const { entry } = await recordPolicyChange(trx, reinstated, {
    kind: 'REINSTATE',
    effectiveDate,
    recordedAt: now,
    lines,
    termPremium,
    triggerRequestId,
    data: { stretches, charges, taxesAndFees },
    ...(lines.length > 0 && { entry: { id: derivedId(triggerRequestId, 'entry') } }),
    event: { ...event, data: { premium: Number(premium) } },
  });
  await applyContract(trx, policy.id, now);
  return billChange(trx, policy.id, {
    kind: 'REINSTATEMENT',
    premium,
    taxesAndFees,
    entry,
    effectiveDate,
    dueDays: reinstatement.dueDays,
    triggerRequestId,
    data: { effectiveDate },
    now,
  });
}
