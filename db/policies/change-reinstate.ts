import type { Knex } from 'knex';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { isWithoutAmounts, totalOfChange } from '../../domain/policy/policy-change.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { PricedReinstatement } from '../../domain/policy/priced-cancellation.js';
import { afterChange } from '../../domain/policy/timeline.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type ChangeByEvent, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract, type PolicyWithHistory } from './apply-contract.js';
import { type BilledChange, billChange } from './bill-change.js';
import { recordExposure } from './record-exposure.js';

/**
 * Reinstates a canceled policy that the transaction has locked: the returned premium is charged again, in
 * one statement.
 */
export async function reinstatePolicy(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  { lapse: _, ...change }: PricedReinstatement,
  { event, dueDays, triggerRequestId, now }: ChangeByEvent,
): Promise<BilledChange> {
  const standing = { state: policy.policyState, balanced: false, cancelled: policy.cancelledOn !== null };
  const move = movePolicy(standing, 'REINSTATED');
  const reinstated = await updatePolicy(
    trx,
    policy,
    {
      cancelledOn: null,
      cancellationNoticeOn: null,
      reinstatementWaits: null,
      lastDayWithCoverage: addDays(policy.expirationDate, -1),
      ...(move.moved && { policyState: move.to }),
    },
    now,
  );
  const { change: recorded, entry } = await recordPolicyChange(trx, reinstated, {
    ...change,
    triggerRequestId,
    recordedAt: now,
    // Nothing is billed of one without amounts.
    entry: { id: derivedId(triggerRequestId, 'entry'), appliedToStatement: isWithoutAmounts(change) },
    event: { ...event, data: { premium: Number(totalOfChange(change).premium) } },
  });
  const changed = { policy: reinstated, history: afterChange(history, recorded) };
  await recordExposure(trx, changed, { entry, triggerRequestId, now });
  const current = await applyContract(trx, changed, now);
  return billChange(trx, current, change, {
    kind: 'REINSTATEMENT',
    entry: entry.appliedToStatement ? undefined : entry,
    dueDays,
    triggerRequestId,
    now,
  });
}
