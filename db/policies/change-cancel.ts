import type { Knex } from 'knex';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ReturnedPremium } from '../../domain/policy/cancellation.js';
import { totalOfCharges } from '../../domain/policy/charges.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { ChargeLayer, PremiumLayer } from '../../domain/policy/proration.js';
import type { KeptReinstatement } from '../../domain/policy/reinstatement-by-payment.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type PolicyEventToRecord, recordPolicyChange } from '../policy-changes/record-change.js';
import { applyContract } from './apply-contract.js';
import { type BilledChange, billChange, billOfCancellation, takeBackInstalments } from './bill-change.js';

/** A decided cancellation with its return premium. */
export interface CancellationToRecord {
  /** First day without coverage. */
  cancelledOn: string;
  returns: ReturnedPremium;
  /** The ledger lines that return it. */
  lines: PremiumLayer[];
  /** The returned taxes and fees. */
  charges: ChargeLayer[];
  /** Decimal text: the premium of a full term on that day. */
  termPremium: string;
  eventAnswers: JsonObject | null;
  event: PolicyEventToRecord;
  data: JsonObject;
  /** The late payment that reinstates the policy. */
  reinstatementByPayment: KeptReinstatement | null;
  dueDays: number;
  triggerRequestId: string;
  now: Date;
}

/**
 * Cancels a policy that the transaction has locked. Unbilled instalments are voided, and one statement has
 * the amount owed either way. With a future cancellation date the policy stays in force until then, when
 * `policyTerm` ends its coverage.
 */
export async function cancelPolicy(
  trx: Knex,
  policy: Policy,
  cancellation: CancellationToRecord,
): Promise<BilledChange> {
  const { cancelledOn, returns, lines, charges, triggerRequestId, event, now } = cancellation;
  const { reinstatementByPayment: kept } = cancellation;
  const taxesAndFees = totalOfCharges(charges);
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
  const { entry } = await recordPolicyChange(trx, cancelled, {
    kind: 'CANCEL',
    effectiveDate: cancelledOn,
    recordedAt: now,
    lines,
    termPremium: cancellation.termPremium,
    triggerRequestId,
    data: {
      ...{ ...cancellation.data, ...returns, charges, taxesAndFees },
      ...(kept && { reinstatementByPayment: kept }),
    },
    ...(lines.length > 0 && {
      entry: { id: derivedId(triggerRequestId, 'entry'), eventAnswers: cancellation.eventAnswers },
    }),
    event: {
      ...event,
      data: {
        ...{ ...cancellation.data, ...returns },
        ...(kept && { reinstatementByPayment: { amount: kept.amount, payBy: kept.payBy } }),
      },
    },
  });
  await applyContract(trx, policy.id, now);
  const { statementIds, ...unbilled } = await takeBackInstalments(trx, policy.id);
  const billed = await billChange(trx, policy.id, {
    kind: 'CANCELLATION',
    ...billOfCancellation(unbilled, { ...returns, taxesAndFees }),
    entry,
    effectiveDate: cancelledOn,
    upTo: null,
    dueDays: cancellation.dueDays,
    triggerRequestId,
    data: { effectiveDate: cancelledOn, returned: returns.returned, insteadOf: statementIds },
    now,
  });
  const wasInForce = policy.policyState === 'ACTIVE';
  if (wasInForce && cancelledOn > utcDate(now)) return billed;
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
