import { businessTimeOf, type TimeSources } from '../../db/clock.js';
import { noteDispute } from '../../db/collection/change-method.js';
import type { Database } from '../../db/database.js';
import { Collection } from '../../db/models/collection.js';
import { lockPolicy, lookSoon } from '../../db/policy-changes/lock-policy.js';
import type { StripeDispute } from './stripe-event.js';

/** Notes a dispute about a charge of a saved method, or its end; none about payments of others. */
export async function noteDisputes(
  uses: TimeSources & { db: Database },
  { id: disputeId, payment_intent: intent, status, reason }: StripeDispute,
): Promise<void> {
  if (!intent) return;
  const { db } = uses;
  const charge = await Collection.query(db).findOne({ provider: 'STRIPE', provider_reference: intent });
  if (charge === undefined) return;
  const { policyId, methodId } = charge;
  await db.transaction(async (trx) => {
    const policy = await lockPolicy(trx, policyId);
    if (policy === undefined) return;
    const now = await businessTimeOf(trx, uses, policy);
    const said = { status: status ?? 'needs_response', reason: reason ?? 'no reason given' };
    await noteDispute(trx, { disputeId, policyId, methodId, ...said, now });
    await lookSoon(trx, policyId, now);
  });
}
