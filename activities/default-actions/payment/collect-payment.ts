import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import { linkAddressBy } from '../../../db/collection/links.js';
import { planCharge } from '../../../db/collection/plan-charge.js';
import { type ChargeOutcome, recordOutcome } from '../../../db/collection/record-outcome.js';
import { Collection } from '../../../db/models/collection.js';
import { Statement } from '../../../db/models/statement.js';
import { collectionSettingsOf, isLastCharge } from '../../../domain/billing/collection.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { missing, refused } from '../../ground/failures.js';
import { refuseUnauthorized } from '../../ground/refuse-unauthorized.js';
import { chargeRequest, endAbandonedCharges } from '../../payments/charge-request.js';
import { describedStanding } from '../../payments/described-standing.js';
import { lockPolicyOfEvent, policyOfEvent } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/**
 * Charges what is open of a statement to the saved payment method, or asks what came of an earlier charge. The charge is recorded
 * in a transaction of its own before the provider is asked: an attempt after a crash looks it up there first.
 */
export const collectPayment: DefaultActionHandler<'COLLECT_PAYMENT'> = async (work) => {
  const { dependencies, event, now } = work;
  const { policyId, chargeId } = envelopeOf(event, 'PAYMENT_COLLECT').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings } = await settingsOfPolicy(work, known);
  if (chargeId === undefined) await endAbandonedCharges(work, policyId);
  const { collection, outcome } =
    chargeId === undefined ? await charged(work, settings.currency) : await asked(work, chargeId);
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const tried = Collection.query(trx)
      .where({ statement_id: collection.statementId, agreement: collection.agreement })
      .whereNot('state', 'NOT_CHARGED');
    const statement = await Statement.query(trx).findById(collection.statementId).throwIfNotFound();
    const made = {
      attempts: await tried.resultSize(),
      onDay: collection.onDay,
      cancelOn: policy.cancellationNoticeOn,
    };
    const isLast = isLastCharge(statement, made, collectionSettingsOf(settings));
    const applied = await recordOutcome(trx, policy, collection.id, outcome, {
      triggerRequestId: event.triggerRequestId,
      now,
      isLast,
      addressOf: linkAddressBy(dependencies.documents.urls),
    });
    const ended = await Collection.query(trx).findById(collection.id).throwIfNotFound();
    const standing = applied ?? { policy, ...(await standingOfPolicy(trx, policyId, now.today)) };
    return {
      clientId: policy.clientId,
      policyId,
      fires: applied?.fires ?? [],
      metadata: answers('PAYMENT_COLLECT', {
        PAYMENT_COLLECT: {
          ...describedStanding(standing.policy, standing, now.today),
          chargeId: ended.id,
          statementId: ended.statementId,
          state: ended.state,
          amount: Number(ended.amount),
          paymentProcessor: ended.provider,
          paymentIdentifier: ended.providerReference,
          code: ended.code,
          reason: ended.reason,
        },
      }),
    };
  };
};

interface Charged {
  collection: Collection;
  outcome: ChargeOutcome;
}

async function charged(work: DefaultActionWork, currency: string): Promise<Charged> {
  const { dependencies, event, actionId, now } = work;
  const { triggerRequestId, organizationId } = event;
  const { policyId, statementId = '' } = envelopeOf(event, 'PAYMENT_COLLECT').payload;
  const { collection, wasAsked } = await dependencies.db.transaction(async (trx) => {
    await refuseUnauthorized(trx, work);
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const about = { statementId, triggerRequestId, actionId, organizationId, currency, now };
    const plan = await planCharge(trx, policy, about);
    if ('collection' in plan) return plan;
    throw refused(plan.reason, `payload.${plan.field}`);
  });
  if (collection.state !== 'PENDING') return { collection, outcome: undefined };
  const { provider, toMake } = await chargeRequest(work, collection, { wasAsked });
  if (provider.charge === undefined) throw missing('charge method of payment provider', provider.name);
  return { collection, outcome: await provider.charge(toMake) };
}

/** What came of a charge, as the provider says now. */
async function asked(work: DefaultActionWork, chargeId: string): Promise<Charged> {
  const { policyId } = envelopeOf(work.event, 'PAYMENT_COLLECT').payload;
  const { db } = work.dependencies;
  const collection = await Collection.query(db).findOne({ id: chargeId, policy_id: policyId });
  if (collection === undefined) {
    throw refused(`the policy has no charge ${chargeId}`, 'payload.chargeId');
  }
  if (collection.state === 'NOT_CHARGED') return { collection, outcome: undefined };
  const { provider, toMake } = await chargeRequest(work, collection, { wasAsked: true });
  const outcome = await provider.charged?.(toMake);
  // Another event may be about to make it.
  if (outcome === undefined) throw refused('the provider has not made the charge', 'payload.chargeId');
  return { collection, outcome };
}
