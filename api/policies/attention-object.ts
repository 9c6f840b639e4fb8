import type { PolicyForAttention } from '../../db/policies/policies-for-attention.js';
import type { PolicyForAttentionObject } from './attention-schemas.js';
import { waitingObject } from './policy-object.js';
import type { PolicyToday } from './policy-today.js';

/** A policy that needs somebody's attention, in the state of its day. */
export function policyForAttentionObject(
  policy: PolicyForAttention,
  today: PolicyToday,
): PolicyForAttentionObject {
  const { reinstatementWaits, pastDueAmount } = policy;
  return {
    id: policy.id,
    policyNumber: policy.policyNumber,
    productId: policy.productId,
    productName: policy.productName,
    clientId: policy.clientId,
    clockId: policy.clockId ?? undefined,
    insuredName: policy.insuredName ?? undefined,
    sellerOrganizationId: policy.sellerOrganizationId,
    issuingOrganizationId: policy.issuingOrganizationId,
    status: policy.status,
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    premium: Number(policy.premium),
    ...today,
    cancellationNoticeOn: policy.cancellationNoticeOn ?? undefined,
    renewalWaits: policy.renewalWaits ?? undefined,
    reinstatementWaits: reinstatementWaits === null ? undefined : waitingObject(reinstatementWaits),
    pastDueSince: policy.pastDueSince ?? undefined,
    pastDueAmount: pastDueAmount === null ? undefined : Number(pastDueAmount),
  };
}
