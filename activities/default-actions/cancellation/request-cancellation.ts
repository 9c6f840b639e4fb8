import type { Transaction } from 'objection';
import { licensedAuthority } from '../../../db/authority/licensed-authority.js';
import type { Policy } from '../../../db/models/policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { sellersMethodOf } from '../../../domain/events/seller-act.js';
import type { PolicySettings } from '../../../domain/policy/policy-settings.js';
import {
  answers,
  type DefaultActionResult,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { authoritySources } from '../../ground/refuse-unauthorized.js';
import { notification, policyEvent } from '../../policy-changes/notify.js';

/**
 * Records and announces the request of a seller that may ask for a cancellation but not make it: the insurer decides by
 * canceling. Undefined if the event cancels.
 */
export async function cancellationRequest(
  trx: Transaction,
  { dependencies, event, now }: DefaultActionWork,
  policy: Policy,
  settings: PolicySettings,
): Promise<DefaultActionResult<'CANCEL_POLICY'> | undefined> {
  if (event.byService) return undefined;
  const authority = await licensedAuthority(authoritySources(trx, dependencies), {
    organizationId: event.organizationId,
    productId: policy.productId,
    now,
    issuerId: policy.issuingOrganizationId,
  });
  const { payload } = envelopeOf(event, 'POLICY_CANCEL');
  const { effectiveDate, cancellationReasonConfigId: reasonConfigId, label, backofficeIntake } = payload;
  const { effectiveDate: firstDay } = policy;
  const given = { effectiveDate, reasonConfigId, isAutomatic: false };
  const method = sellersMethodOf({ effectiveDate: firstDay, settings }, given);
  if (authority?.cancel[method] !== 'REQUEST') return undefined;
  const { triggerRequestId } = event;
  const recorded = policyEvent(triggerRequestId, 'CANCELLATION_REQUESTED', {
    label: label ?? 'Cancellation requested',
    description: `The seller asks to cancel from ${effectiveDate}`,
  });
  await recordPolicyEvent(trx, policy.id, {
    ...recorded,
    effectiveDate,
    triggerRequestId,
    now,
    data: {
      method,
      ...(reasonConfigId !== undefined && { cancellationReasonConfigId: reasonConfigId }),
      ...(backofficeIntake !== undefined && { backofficeIntake }),
    },
  });
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: answers('POLICY_CANCEL', {
      policyId: policy.id,
      policyEventId: recorded.id,
      policyState: policy.policyState,
      requested: true,
    }),
    fires: [notification(triggerRequestId, 'CANCELLATION_REQUESTED', policy, recorded)],
  };
}
