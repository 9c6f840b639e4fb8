import type { Knex } from 'knex';
import { theService } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { isWithoutAmounts } from '../../domain/policy/policy-change.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { PricedCancellation } from '../../domain/policy/priced-cancellation.js';
import type { KeptReinstatement } from '../../domain/policy/reinstatement-by-payment.js';
import { afterChange } from '../../domain/policy/timeline.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import { endCollection } from '../collection/agree.js';
import { closeCollectionTasks } from '../collection/tell.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type ChangeByEvent, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract, type PolicyWithHistory } from './apply-contract.js';
import { type BilledChange, billChange, takeBackInstalments } from './bill-change.js';
import { recordExposure } from './record-exposure.js';

/** A cancellation's reason, as it is recorded. */
export interface RecordOfCancellation {
  eventAnswers: JsonObject | null;
  data: JsonObject;
  /** The late payment that reinstates the policy. */
  reinstatementByPayment: KeptReinstatement | null;
}

/**
 * Cancels a policy that the transaction has locked. Unbilled installments are voided, and one statement has
 * the amount owed either way. With a future cancellation date the policy stays in force until then, when
 * `policyTerm` ends its coverage.
 */
export async function cancelPolicy(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  cancellation: PricedCancellation,
  { event, eventAnswers, reinstatementByPayment: kept, dueDays, ...by }: ChangeByEvent & RecordOfCancellation,
): Promise<BilledChange> {
  const { returns, ...change } = cancellation;
  const { effectiveDate: cancelledOn } = change;
  const { triggerRequestId, now } = by;
  const data = { ...by.data, ...returns };
  const cancelled = await updatePolicy(
    trx,
    policy,
    {
      cancelledOn,
      cancellationNoticeOn: null,
      lastDayWithCoverage: addDays(cancelledOn, -1),
    },
    now,
  );
  const { change: recorded, entry } = await recordPolicyChange(trx, cancelled, {
    ...change,
    triggerRequestId,
    recordedAt: now,
    data: { ...data, ...(kept && { reinstatementByPayment: kept }) },
    entry: {
      id: derivedId(triggerRequestId, 'entry'),
      eventAnswers,
      // Nothing is billed of one without amounts.
      appliedToStatement: isWithoutAmounts(change),
    },
    event: {
      ...event,
      data: {
        ...data,
        ...(kept && { reinstatementByPayment: { amount: kept.amount, payBy: kept.payBy } }),
      },
    },
  });
  const changed = { policy: cancelled, history: afterChange(history, recorded) };
  await recordExposure(trx, changed, { entry, triggerRequestId, now });
  const current = await applyContract(trx, changed, now);
  const { unbilled, statementIds } = await takeBackInstalments(trx, policy.id);
  const billed = await billChange(trx, current, change, {
    kind: 'CANCELLATION',
    entry: entry.appliedToStatement ? undefined : entry,
    unbilled,
    upTo: null,
    dueDays,
    triggerRequestId,
    now,
    data: { returned: returns.returned, insteadOf: statementIds },
  });
  const wasInForce = policy.policyState === 'ACTIVE';
  if (wasInForce && cancelledOn > now.today) return billed;
  return { ...billed, policy: await endCoverage(trx, billed.policy, 'CANCELLED', now) };
}

/**
 * Ends a locked policy's coverage; it is settled if its balance is zero. A policy that has already ended
 * stays unchanged. What collects its statements by itself ends: who reinstates it agrees again.
 */
export async function endCoverage(
  trx: Knex,
  policy: Policy,
  by: 'CANCELLED' | 'EXPIRED',
  now: BusinessTime,
): Promise<Policy> {
  const { balance } = await standingOfPolicy(trx, policy.id, now.today);
  const move = movePolicy(
    { state: policy.policyState, balanced: Number(balance) === 0, cancelled: by === 'CANCELLED' },
    by,
  );
  if (!move.moved) return policy;
  const reason = by === 'CANCELLED' ? 'the policy was canceled' : 'the policy has expired';
  await endCollection(trx, policy.id, { by: theService, reason, now });
  await closeCollectionTasks(trx, policy.id, { reason, now });
  return updatePolicy(trx, policy, { policyState: move.to }, now);
}
