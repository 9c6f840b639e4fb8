import type { Transaction } from 'objection';
import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import { knownPeople } from '../../../db/identity/people.js';
import type { Policy } from '../../../db/models/policy.js';
import { hasOpenEntries } from '../../../db/policies/bill-change.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordOwnPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { movePolicy } from '../../../domain/policy/policy-state.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { lockPolicyOfEvent } from '../../policy-changes/policy-of-event.js';
import { changeProducer } from './change-producer.js';

/** Appends to the policy's events; `CLOSE` closes a settled policy. */
export const recordPolicyEvent: DefaultActionHandler<'RECORD_POLICY_EVENT'> = async (work) => {
  const { event, actionId, now } = work;
  const { policyId, type, label, description, details, producerId, mentions, ...payload } = envelopeOf(
    event,
    'POLICY_EVENT_RECORD',
  ).payload;
  const effectiveDate = payload.effectiveDate ?? now.today;
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    if (type === 'CLOSE') await close(trx, work, policy);
    const change =
      producerId === undefined ? {} : await changeProducer(trx, policy, { producerId, effectiveDate, now });
    if (mentions !== undefined) await refuseUnknown(trx, event.organizationId, mentions);
    const id = derivedId(event.triggerRequestId, actionId, 'policyEvent');
    await recordOwnPolicyEvent(trx, policyId, {
      id,
      type,
      label,
      description,
      data: {
        ...(details !== undefined && { details }),
        ...(mentions !== undefined && { mentions: [...new Set(mentions)] }),
        ...change,
      },
      effectiveDate,
      triggerRequestId: event.triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_EVENT_RECORD', { POLICY_EVENT_RECORD: { policyId, eventId: id, type } }),
    };
  };
};

async function refuseUnknown(
  trx: Transaction,
  organizationId: string,
  mentions: readonly string[],
): Promise<void> {
  const known = await knownPeople(trx, organizationId, mentions);
  const unknown = mentions.findIndex((id) => !known.has(id));
  if (unknown !== -1) throw refused('must be a person of your organization', `payload.mentions.${unknown}`);
}

async function close(trx: Transaction, { now }: DefaultActionWork, policy: Policy): Promise<void> {
  const { balance } = await standingOfPolicy(trx, policy.id, now.today);
  const move = movePolicy(
    { state: policy.policyState, balanced: Number(balance) === 0, cancelled: policy.cancelledOn !== null },
    'CLOSED',
  );
  if (!move.moved) throw refused(move.reason, 'payload.policyId', 'POLICY_STATE');
  // Its workflow is about to bill them, and does not bill a closed policy.
  if (await hasOpenEntries(trx, policy)) {
    throw refused('the ledger has entries that no statement includes yet', 'payload.policyId');
  }
  await updatePolicy(trx, policy, { policyState: move.to }, now);
}
