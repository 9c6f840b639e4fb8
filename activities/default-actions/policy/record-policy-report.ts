import type { Transaction } from 'objection';
import { Policy } from '../../../db/models/policy.js';
import { policyOfQuote } from '../../../db/policies/issue-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refuseAnotherProduct } from '../../policy-changes/policy-of-event.js';

const labels = { POLICY_LIMIT_CHANGED: 'Limit changed', CLAIM_NOTIFICATION: 'Claim notified' } as const;

/** Adds a report to the events of its policy; one that names no policy is left to configured actions. */
export const recordPolicyReport: DefaultActionHandler<'RECORD_POLICY_REPORT'> = async (work) => {
  const { event, actionId, now } = work;
  const { type, payload } = envelopeOf(event, 'POLICY_LIMIT_CHANGED', 'CLAIM_NOTIFICATION');
  return async (trx) => {
    const policy = await reportedPolicy(trx, work);
    if (policy === undefined) return payload.clientId === undefined ? {} : { clientId: payload.clientId };
    refuseAnotherProduct(policy, event);
    const { clientId, quoteId, policyId, policyNumber, effectiveDate, description, ...data } = payload;
    const id = derivedId(event.triggerRequestId, actionId, 'policyEvent');
    await recordPolicyEvent(trx, policy.id, {
      id,
      type,
      label: labels[type],
      now,
      description,
      data: data as JsonObject,
      effectiveDate: effectiveDate ?? now.today,
      triggerRequestId: event.triggerRequestId,
    });
    return {
      clientId: policy.clientId,
      policyId: policy.id,
      metadata: answers(type, { [type]: { policyId: policy.id, eventId: id } }),
    };
  };
};

async function reportedPolicy(trx: Transaction, { event }: DefaultActionWork): Promise<Policy | undefined> {
  const { payload } = envelopeOf(event, 'POLICY_LIMIT_CHANGED', 'CLAIM_NOTIFICATION');
  const { policyId, policyNumber, quoteId, clientId } = payload;
  const seen = Policy.query(trx).modify('visibleTo', event.organizationId);
  if (policyId !== undefined) return seen.findById(policyId);
  if (policyNumber !== undefined) {
    const named = await seen.where('policy_number', policyNumber).orderBy('created_at');
    return named.find((policy) => policy.clientId === clientId) ?? named[0];
  }
  if (quoteId === undefined) return undefined;
  const policy = await policyOfQuote(trx, quoteId);
  return policy && seen.findById(policy.id);
}
