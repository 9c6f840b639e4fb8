import type { Knex } from 'knex';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { totalOfChange } from '../../domain/policy/policy-change.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { PricedReinstatement } from '../../domain/policy/priced-cancellation.js';
import { afterChange } from '../../domain/policy/timeline.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type ChangeByEvent, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract, type PolicyWithHistory } from './apply-contract.js';
import { type BilledChange, billChange } from './bill-change.js';

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
      lastDayWithCoverage: addDays(policy.expirationDate, -1),
      ...(move.moved && { policyState: move.to }),
    },
    now,
  );
  const { change: recorded, entry } = await recordPolicyChange(trx, reinstated, {
    ...change,
    triggerRequestId,
    recordedAt: now,
    ...(change.lines.length > 0 && { entry: { id: derivedId(triggerRequestId, 'entry') } }),
    event: { ...event, data: { premium: Number(totalOfChange(change).premium) } },
  });
  const changed = { policy: reinstated, history: afterChange(history, recorded) };
  const current = await applyContract(trx, changed, now);
  return billChange(trx, current, change, {
    kind: 'REINSTATEMENT',
    entry,
    dueDays,
    triggerRequestId,
    now,
  });
}
