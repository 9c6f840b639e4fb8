import type { Knex } from 'knex';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { Cents } from '../../domain/money/cents.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { type BilledChange, billChange } from './bill-change.js';

/** The reversal of a cancellation. */
export interface ReinstatementToRecord {
  effectiveDate: string;
  /** The return premium of the cancellation; decimal text. */
  returned: string;
  taxesAndFees: string;
  /** The lapse: the days without coverage, which are not charged. */
  lapse: PremiumLayer | null;
  termPremium: string;
  event: { id: string; type: string; label: string; description: string };
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
  const { effectiveDate, returned, taxesAndFees, lapse, termPremium, triggerRequestId, event, now } =
    reinstatement;
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
  const premium = Cents.of(returned)
    .plus(Cents.of(lapse?.amount ?? '0'))
    .toAmount();
  const stretches = lapse === null ? [] : [{ ...lapse, termPremium: '0.00' }];
  const { entry } = await recordPolicyChange(trx, reinstated, {
    kind: 'REINSTATE',
    effectiveDate,
    recordedAt: now,
    premiumChange: premium,
    termPremium,
    triggerRequestId,
    data: { stretches, taxesAndFees },
    entry: { id: derivedId(triggerRequestId, 'entry') },
    event: { ...event, data: { premium: Number(premium) } },
  });
  return billChange(trx, policy.id, {
    kind: 'REINSTATEMENT',
    premium,
    taxesAndFees,
    entry,
    dueDays: reinstatement.dueDays,
    triggerRequestId,
    data: { effectiveDate },
    now,
  });
}
