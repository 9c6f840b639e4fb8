import type { Knex } from 'knex';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { cancelPending } from './cancel-deliveries.js';
import { disabledBody, disabledType } from './notification-body.js';
import { newDelivery } from './open-delivery.js';

/** Why the service disables an endpoint, and what its pending deliveries say. */
export interface Disabling {
  reason: string;
  pendingSay: string;
  now: Date;
}

/**
 * Disables an endpoint and cancels its pending deliveries. Notifies the organization's other endpoints that
 * subscribe to every type; the sweep wakes their queues.
 */
export async function disableEndpoint(
  trx: Knex,
  { id, organizationId }: WebhookEndpoint,
  { reason, pendingSay, now }: Disabling,
): Promise<void> {
  const disabled = await WebhookEndpoint.query(trx)
    .findById(id)
    .where('active', true)
    .patch({ active: false, disabledReason: reason, updatedAt: now });
  await cancelPending(trx, id, pendingSay, now);
  if (disabled === 0) return;
  const others = await WebhookEndpoint.query(trx)
    .modify('visibleTo', organizationId)
    .where('active', true)
    .whereRaw("event_types = '{}'");
  if (others.length === 0) return;
  const body = disabledBody(id, reason, now);
  await WebhookDelivery.query(trx).insert(
    others.map((other) => ({ ...newDelivery(other, now), eventType: disabledType, body })),
  );
}
