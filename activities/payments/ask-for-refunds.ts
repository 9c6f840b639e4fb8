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
import { madeBy, wayBack } from './way-back.js';

type Asked =
  | { refund: PaymentRefund; made: RefundMade }
  /** It will not go. */
  | { refund: PaymentRefund; refusal: string; error?: unknown }
  /** Nobody knows yet whether it went. */
  | { refund: PaymentRefund; error: unknown };

/**
 * Asks providers for the refunds of a plan that are not known to have gone, and answers those that went. Where one does
 * not go, what went is recorded before this is refused or tried again; a refusal lets go of the rest of the plan.
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
    const { provider, toMake } = await wayBack(work, refund, { wasAsked });
    const answer = await provider.refund?.(toMake);
    if (answer === undefined) throw missing('way to pay back by', refund.provider);
    return answer.made ? { refund, made: madeBy(refund, answer) } : { refund, refusal: answer.reason };
  } catch (error) {
    // An attempt before may have been heard: then it is left for one that can find out.
    if (error instanceof ApplicationFailure && error.nonRetryable && !wasAsked) {
      return { refund, refusal: error.message, error };
    }
    return { refund, error };
  }
}
