import type { FollowUp } from '../../db/events/follow-up.js';
import type { Policy } from '../../db/models/policy.js';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import { derivedId } from '../../domain/ground/derived-id.js';

/** A policy's event, as it is recorded and notified. */
export interface EventOfPolicy {
  id: string;
  type: PolicyEventType;
  label: string;
  description: string;
}

/** The policy's event that a fired event causes; a retry causes the same one. */
export function policyEvent(
  triggerRequestId: string,
  type: PolicyEventType,
  { label, description }: { label: string; description: string },
): EventOfPolicy {
  return { id: derivedId(triggerRequestId, type, 'policy-event'), type, label, description };
}

/** The notification of a policy's event. */
export function notification(
  triggerRequestId: string,
  type: 'ENDORSEMENT_ACTIVATED' | 'PRE_CANCELLATION_ISSUED' | 'CANCELLATION_REQUESTED' | 'POLICY_CANCELED',
  policy: Policy,
  { id: eventId, ...event }: EventOfPolicy,
): FollowUp {
  return {
    id: derivedId(triggerRequestId, type),
    type,
    payload: {
      policyId: policy.id,
      clientId: policy.clientId,
      event: { eventId, ...event },
      policy: { id: policy.id, policyNumber: policy.policyNumber },
    },
  };
}

/** The `backofficeIntake.reason` of a cancellation by `policyTerm` of a policy that waited for its finance company. */
export const notFinanced = 'FINANCING_NOT_CONFIRMED';
/** The `backofficeIntake.reason` of a notice of cancellation that `policyTerm` gives for non-payment. */
export const nonPayment = 'NON_PAYMENT';
