import { abandonedRefunds, recordRefunds, refuseRefunds } from '../../db/billing/refunds.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import type { RefundAnswer } from '../ground/payment-provider.js';
import { lockPolicyOfEvent } from '../policy-changes/policy-of-event.js';
import { madeRefund, refundRequest } from './refund-request.js';

/** How long after an event's end no attempt of it can still be running. */
const graceMs = 60_000;

/**
 * Ends the pending refunds of events that were canceled or failed while a provider could not be reached. A
 * refund that was made after all is recorded; the others are released.
 */
export async function endAbandonedRefunds(work: DefaultActionWork, policyId: string): Promise<void> {
  const { db } = work.dependencies;
  const overBy = new Date(work.now.systemTime.getTime() - graceMs);
  const abandoned = await abandonedRefunds(db, policyId, overBy);
  if (abandoned.length === 0) return;
  const answers = new Map<string, RefundAnswer | undefined>(
    await Promise.all(abandoned.map(async (refund) => [refund.id, await cameOf(work, refund)] as const)),
  );
  await db.transaction(async (trx) => {
    const policy = await lockPolicyOfEvent(trx, work.event, policyId);
    // A refund whose event was retried meanwhile belongs to that event.
    const still = await abandonedRefunds(trx, policyId, overBy);
    const made = still.flatMap((refund) => {
      const answer = answers.get(refund.id);
      return answer?.made ? [madeRefund(refund, answer)] : [];
    });
    if (made.length > 0) await recordRefunds(trx, policy, made, work.now);
    const others = still.flatMap(({ id }) => {
      const answer = answers.get(id);
      if (answer?.made || !answers.has(id)) return [];
      return [{ id, refusal: answer?.reason ?? 'its event ended before it was made' }];
    });
    await refuseRefunds(trx, others, work.now);
  });
}

async function cameOf(work: DefaultActionWork, refund: PaymentRefund): Promise<RefundAnswer | undefined> {
  if (refund.paymentId === null) return undefined;
  const { provider, toMake } = await refundRequest(work, refund, { wasAsked: true });
  return provider.refunded?.(toMake);
}
