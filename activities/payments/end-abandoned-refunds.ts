import { abandonedRefunds, recordRefunds, refuseRefunds } from '../../db/billing/refunds.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import type { RefundAnswer } from '../ground/payment-provider.js';
import { lockPolicyOfEvent } from '../policy-changes/policy-of-event.js';
import { madeBy, wayBack } from './way-back.js';

/** How long an event has to be over until no attempt of it can be under way. */
const graceMs = 60_000;

/**
 * Ends what events have left on its way that were cancelled or broke while a provider could not be reached: what it has
 * paid back after all is recorded, and the rest is owed as before.
 */
export async function endAbandonedRefunds(work: DefaultActionWork, policyId: string): Promise<void> {
  const { db } = work.dependencies;
  const overBy = new Date(work.now.getTime() - graceMs);
  const abandoned = await abandonedRefunds(db, policyId, overBy);
  if (abandoned.length === 0) return;
  const answers = new Map<string, RefundAnswer | undefined>(
    await Promise.all(abandoned.map(async (refund) => [refund.id, await cameOf(work, refund)] as const)),
  );
  await db.transaction(async (trx) => {
    const policy = await lockPolicyOfEvent(trx, work.event, policyId);
    // One whose event was begun again meanwhile is that event's to end.
    const still = await abandonedRefunds(trx, policyId, overBy);
    const made = still.flatMap((refund) => {
      const answer = answers.get(refund.id);
      return answer?.made ? [madeBy(refund, answer)] : [];
    });
    if (made.length > 0) await recordRefunds(trx, policy, made, work.now);
    const others = still.flatMap(({ id }) => {
      const answer = answers.get(id);
      if (answer?.made || !answers.has(id)) return [];
      return [{ id, refusal: answer?.reason ?? 'its event was over before it went' }];
    });
    await refuseRefunds(trx, others, work.now);
  });
}

async function cameOf(work: DefaultActionWork, refund: PaymentRefund): Promise<RefundAnswer | undefined> {
  if (refund.paymentId === null) return undefined;
  const { provider, toMake } = await wayBack(work, refund, { wasAsked: true });
  return provider.refunded?.(toMake);
}
