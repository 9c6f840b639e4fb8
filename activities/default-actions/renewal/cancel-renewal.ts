import { nonRenewPolicy } from '../../../db/policies/change-non-renew.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { whyNotRenew } from '../../../domain/policy/change-rules.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { lockPolicyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';

/** Records that a policy is not renewed. `renewalId`, if given, has to be the held renewal quote. */
export const cancelRenewal: DefaultActionHandler<'CANCEL_RENEWAL'> = async ({ event, now }) => {
  const { triggerRequestId } = event;
  const { policyId, renewalId, reason, requestedBy } = envelopeOf(event, 'CANCEL_RENEWAL').payload;
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    refuseIf(whyNotRenew(policy));
    if (renewalId !== undefined && renewalId !== policy.renewalQuoteId) {
      throw refused('this quote is not held for the renewal', 'payload.renewalId');
    }
    const asked = requestedBy === undefined ? '' : `, requested by ${requestedBy}`;
    const description = `${reason ?? 'Not renewed'}${asked}`;
    await nonRenewPolicy(trx, policy, { label: 'Renewal canceled', description, triggerRequestId, now });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('CANCEL_RENEWAL', { policyId }),
      fires: [
        {
          id: derivedId(triggerRequestId, 'RENEWAL_CANCELLED'),
          type: 'RENEWAL_CANCELLED',
          payload: { policyId, clientId: policy.clientId },
        },
      ],
    };
  };
};

/** Records a non-renewal that another party decided; after `CANCEL_RENEWAL` it is recorded already. */
export const recordNonRenewal: DefaultActionHandler<'RECORD_NON_RENEWAL'> = async ({ event, now }) => {
  const { triggerRequestId } = event;
  const { policyId, label } = envelopeOf(event, 'RENEWAL_CANCELLED').payload;
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    if (!policy.nonRenewed) refuseIf(whyNotRenew(policy));
    await nonRenewPolicy(trx, policy, {
      label: label ?? 'Renewal canceled',
      description: 'Not renewed',
      triggerRequestId,
      now,
    });
    const metadata = answers('RENEWAL_CANCELLED', { policyId });
    return { clientId: policy.clientId, policyId, metadata };
  };
};
