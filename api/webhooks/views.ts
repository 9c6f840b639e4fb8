import type { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import type { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import type { WebhookQueue } from '../../db/models/webhook-queue.js';
import type { WebhookDeliveryView } from './delivery-schemas.js';
import type { WebhookEndpointView } from './endpoint-schemas.js';

/** An endpoint for callers: without its secrets. */
export function endpointView(endpoint: WebhookEndpoint): WebhookEndpointView {
  const { id: endpointId, url, description, eventTypes, active, disabledReason } = endpoint;
  return {
    endpointId,
    ...(url !== '' && { url }),
    isPolled: url === '',
    description,
    eventTypes,
    active,
    ...(disabledReason !== null && { disabledReason }),
    ...(endpoint.queue && healthView(endpoint.queue)),
    createdTimestamp: endpoint.createdAt.toISOString(),
    updatedTimestamp: endpoint.updatedAt.toISOString(),
  };
}

function healthView({ failingSince, lastError, state, nextLookAt }: WebhookQueue) {
  return {
    ...(failingSince !== null && { failingSinceTimestamp: failingSince.toISOString() }),
    ...(lastError !== null && { lastError }),
    ...(state === 'PAUSED' && nextLookAt && { pausedUntilTimestamp: nextLookAt.toISOString() }),
  };
}

export function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  const { id: deliveryId, endpointId, triggerRequestId, eventType, messageId, state, attempts } = delivery;
  const { lastStatus, lastError, lastAttemptAt, nextAttemptAt, endedAt } = delivery;
  return {
    deliveryId,
    endpointId,
    ...(triggerRequestId !== null && { triggerRequestId }),
    eventType,
    messageId,
    state,
    attempts,
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError !== null && { lastError }),
    ...(lastAttemptAt !== null && { lastAttemptTimestamp: lastAttemptAt.toISOString() }),
    ...(nextAttemptAt !== null && { nextAttemptTimestamp: nextAttemptAt.toISOString() }),
    createdTimestamp: delivery.createdAt.toISOString(),
    ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
  };
}

export function deliveryWithBodyView(delivery: WebhookDelivery) {
  return { ...deliveryView(delivery), body: delivery.body };
}
