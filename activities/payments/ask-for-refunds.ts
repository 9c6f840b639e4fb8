import { ApplicationFailure } from '@temporalio/common';
import {
  type PlannedRefund,
  type RefundMade,
  recordRefunds,
  refuseRefunds,
} from '../../db/billing/refunds.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing, refused } from '../ground/failures.js';
import { lockPolicyOfEvent } from '../policy-changes/policy-of-event.js';
import { madeRefund, refundRequest } from './refund-request.js';

type Asked =
  | { refund: PaymentRefund; made: RefundMade }
  /** The provider refuses it. */
  | { refund: PaymentRefund; refusal: string; error?: unknown }
  /** Its result is not known yet. */
  | { refund: PaymentRefund; error: unknown };

/**
 * Requests the open refunds of a plan from their providers and returns those that were made. If one is not
 * made, those that were are recorded before the event is refused or retried. A refusal releases the rest of
 * the plan.
 */
export async function askForRefunds(
  work: DefaultActionWork,
  policyId: string,
  { refunds, wasPlanned }: PlannedRefund,
): Promise<RefundMade[]> {
  const open = refunds.filter(({ state }) => state === 'PENDING');
  const byHand = open.filter(({ paymentId }) => paymentId === null);
  const asked = await Promise.all(
    open.filter((refund) => !byHand.includes(refund)).map((refund) => askFor(work, refund, wasPlanned)),
  );
  const made = asked.flatMap((one) => ('made' in one ? [one.made] : []));
  const unclear = asked.find((one) => 'error' in one && !('refusal' in one));
  const refusals = asked.flatMap((one) => ('refusal' in one ? [one] : []));
  const earlier = refunds.flatMap(({ state, refusal }) => (state === 'REFUSED' && refusal ? [refusal] : []));
  const [reason] = [...refusals.map(({ refusal }) => refusal), ...earlier];
  if (unclear === undefined && reason === undefined) {
    return [...made, ...byHand.map((refund) => ({ refund, providerReference: null, providerStatus: null }))];
  }

  const { db } = work.dependencies;
  await db.transaction(async (trx) => {
    const policy = await lockPolicyOfEvent(trx, work.event, policyId);
    if (made.length > 0) await recordRefunds(trx, policy, made, work.now);
    const ended = refusals.map(({ refund, refusal }) => ({ id: refund.id, refusal }));
    const released = unclear === undefined ? byHand : [];
    const others = released.map(({ id }) => ({ id, refusal: reason ?? '' }));
    await refuseRefunds(trx, [...ended, ...others], work.now);
  });
  if (unclear !== undefined && 'error' in unclear) throw unclear.error;
  const fault = refusals.find((one) => 'error' in one)?.error;
  if (fault !== undefined) throw fault;
  throw refused(reason ?? '', 'payload.policyId');
}

async function askFor(work: DefaultActionWork, refund: PaymentRefund, wasAsked: boolean): Promise<Asked> {
  try {
    const { provider, toMake } = await refundRequest(work, refund, { wasAsked });
    const answer = await provider.refund?.(toMake);
    if (answer === undefined) throw missing('refund method of payment provider', refund.provider);
    return answer.made ? { refund, made: madeRefund(refund, answer) } : { refund, refusal: answer.reason };
  } catch (error) {
    // An earlier attempt may have reached the provider: a later attempt will find out.
    if (error instanceof ApplicationFailure && error.nonRetryable && !wasAsked) {
      return { refund, refusal: error.message, error };
    }
    return { refund, error };
  }
}
