import type { Knex } from 'knex';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { Cents } from '../../domain/money/cents.js';
import type { ReturnedPremium } from '../../domain/policy/cancellation.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { type BilledChange, billChange, takeBackInstalments, taxesOfTerm } from './bill-change.js';

/** A decided cancellation with its return premium. */
export interface CancellationToRecord {
  /** First day without coverage. */
  cancelledOn: string;
  returns: ReturnedPremium;
  /** Decimal text: the premium of a full term on that day. */
  termPremium: string;
  eventAnswers: JsonObject | null;
  event: { id: string; type: string; label: string; description: string };
  data: JsonObject;
  dueDays: number;
  triggerRequestId: string;
  now: Date;
}

/**
 * Cancels a policy that the transaction has locked. Unbilled instalments are voided, and one statement has
 * the amount owed either way. A policy that was never in force gets its taxes and fees back, too. With a
 * future cancellation date it stays in force until then, when `policyTerm` ends its coverage.
 */
export async function cancelPolicy(
  trx: Knex,
  policy: Policy,
  cancellation: CancellationToRecord,
): Promise<BilledChange> {
  const { cancelledOn, returns, triggerRequestId, event, now } = cancellation;
  const wasNeverInForce = cancelledOn <= policy.effectiveDate;
  const taxes = wasNeverInForce ? await taxesOfTerm(trx, policy) : '0.00';
  const cancelled = await updatePolicy(
    trx,
    policy,
    {
      cancelledOn,
      cancellationNoticeOn: null,
      lastDayWithCoverage: addDays(cancelledOn, -1),
      renewalQuoteId: null,
    },
    now,
  );
  const premiumChange = Cents.of(returns.returned).negated().toAmount();
  const { entry } = await recordPolicyChange(trx, cancelled, {
    kind: 'CANCEL',
    effectiveDate: cancelledOn,
    recordedAt: now,
    premiumChange,
    termPremium: cancellation.termPremium,
    triggerRequestId,
    data: { ...cancellation.data, ...returns, taxesAndFees: Cents.of(taxes).negated().toAmount() },
    entry: { id: derivedId(triggerRequestId, 'entry'), eventAnswers: cancellation.eventAnswers },
    event: { ...event, data: { ...cancellation.data, ...returns } },
  });
  const { statementIds, ...unbilled } = await takeBackInstalments(trx, policy.id);
  const billed = await billChange(trx, policy.id, {
    kind: 'CANCELLATION',
    premium: Cents.of(unbilled.premium).plus(Cents.of(premiumChange)).toAmount(),
    taxesAndFees: Cents.of(unbilled.taxesAndFees).minus(Cents.of(taxes)).toAmount(),
    entry,
    upTo: null,
    dueDays: cancellation.dueDays,
    triggerRequestId,
    data: { effectiveDate: cancelledOn, returned: returns.returned, insteadOf: statementIds },
    now,
  });
  if (cancelledOn > utcDate(now)) return billed;
  return { ...billed, policy: await endCoverage(trx, billed.policy, 'CANCELLED', now) };
}

/**
 * Ends a locked policy's coverage; it is settled if its balance is zero. A policy that has already ended
 * stays unchanged.
 */
export async function endCoverage(
  trx: Knex,
  policy: Policy,
  by: 'CANCELLED' | 'EXPIRED',
  now: Date,
): Promise<Policy> {
  const { balance } = await standingOfPolicy(trx, policy.id, utcDate(now));
  const move = movePolicy(
    { state: policy.policyState, balanced: Number(balance) === 0, cancelled: by === 'CANCELLED' },
    by,
  );
  return move.moved ? updatePolicy(trx, policy, { policyState: move.to }, now) : policy;
}
