import { linkAddressBy } from '../../db/collection/links.js';
import { abandonedCharges } from '../../db/collection/plan-charge.js';
import { recordOutcome } from '../../db/collection/record-outcome.js';
import type { Collection } from '../../db/models/collection.js';
import { Policy } from '../../db/models/policy.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import type { ChargeToMake, PaymentProvider } from '../ground/payment-provider.js';
import { lockPolicyOfEvent } from '../policy-changes/policy-of-event.js';

/** How long after an event's end no attempt of it can still be running. */
const graceMs = 60_000;

/** The provider of a charge, and the request to it. */
export async function chargeRequest(
  { dependencies }: DefaultActionWork,
  { id, policyId, organizationId, methodId, provider, amount, currency, createdAt }: Collection,
  { wasAsked }: { wasAsked: boolean },
): Promise<{ provider: PaymentProvider; toMake: ChargeToMake }> {
  const { db, payments } = dependencies;
  const method = await SavedMethod.query(db).findById(methodId);
  if (method === undefined) throw missing('payment method', methodId);
  const { policyNumber } = await Policy.query(db).findById(policyId).throwIfNotFound();
  return {
    provider: payments.named(provider),
    toMake: {
      chargeId: id,
      policyId,
      organizationId,
      customerReference: method.customerReference,
      methodReference: method.methodReference ?? '',
      mandateReference: method.mandateReference,
      amount,
      currency,
      description: policyNumber,
      since: createdAt,
      wasAsked,
    },
  };
}

/**
 * Ends the charges of events that were canceled or failed while the provider could not be reached: one that was made after all is
 * recorded, before anything else is charged.
 */
export async function endAbandonedCharges(work: DefaultActionWork, policyId: string): Promise<void> {
  const { dependencies, event, now } = work;
  const { db, documents } = dependencies;
  const { policyState, cancelledOn } = await Policy.query(db).findById(policyId).throwIfNotFound();
  // Late money may reinstate a canceled policy: an event of its own records it.
  if (policyState !== 'ACTIVE' || cancelledOn !== null) return;
  const overBy = new Date(now.systemTime.getTime() - graceMs);
  for (const collection of await abandonedCharges(db, policyId, overBy)) {
    const { provider, toMake } = await chargeRequest(work, collection, { wasAsked: true });
    const outcome = await provider.charged?.(toMake);
    await db.transaction(async (trx) => {
      const policy = await lockPolicyOfEvent(trx, event, policyId);
      await recordOutcome(trx, policy, collection.id, outcome, {
        triggerRequestId: event.triggerRequestId,
        now,
        isLast: false,
        addressOf: linkAddressBy(documents.urls),
      });
    });
  }
}
