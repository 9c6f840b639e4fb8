import type { EventType } from '../events/catalog.js';
import { theService } from '../ground/author.js';
import type { JsonObject } from '../ground/json.js';
import { eventWorkflowId } from '../runs/workflow-ids.js';

export interface PastEvent {
  id: string;
  type: EventType;
  organizationId: string;
  organizationName: string;
  sharedOrganizationId: string | null;
  productId: string;
  productKey: string;
  productVersionId: string;
  clientId: string;
  policyId: string;
  policyNumber: string;
  /** ISO 8601. */
  at: string;
  closedAt: string;
}

/**
 * The row of an event whose run was elsewhere: completed, without a payload and without actions, as those whose retention has
 * ended. Policies and quotes name it, and tasks that it did are not done again.
 */
export function pastEvent(event: PastEvent): JsonObject {
  const { id, type, organizationId, organizationName, sharedOrganizationId } = event;
  const { productId, productKey, productVersionId, clientId, policyId, policyNumber } = event;
  return {
    trigger_request_id: id,
    organization_id: organizationId,
    shared_organization_id: sharedOrganizationId,
    type,
    product_id: productId,
    product_version_id: productVersionId,
    client_id: clientId,
    policy_id: policyId,
    envelope: { type, lineId: productId, batchMode: false, payload: {} },
    envelope_sha256: '',
    plan: {
      fired: {
        triggerRequestId: id,
        type,
        waitForRating: false,
        defaultActions: [],
        actions: [],
      },
      workflowId: eventWorkflowId({ type, key: id, clientId, policyNumber, productKey, organizationName }),
      organizationId,
      organizationName,
      productKey,
      productTitle: productKey,
      clientId,
      policyId,
    },
    state: 'COMPLETED',
    as_configured_at: event.at,
    created_at: event.at,
    closed_at: event.closedAt,
    by_service: true,
    fired_by: { ...theService },
  };
}
