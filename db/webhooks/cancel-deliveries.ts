import type { Knex } from 'knex';
import type { DeliveryRun } from '../../domain/webhooks/delivery.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';

/** Cancels the pending deliveries of an endpoint; an attempt under way changes nothing more. */
export async function cancelPending(trx: Knex, endpointId: string, reason: string, now: Date): Promise<void> {
  await WebhookDelivery.query(trx)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .patch({ state: 'CANCELLED', lastError: reason, nextAttemptAt: null, endedAt: now });
}

/** Cancels a delivery; false if it is not pending any more. */
export async function cancelDelivery(
  db: Knex,
  { deliveryId, resends }: DeliveryRun,
  reason: string,
  now: Date,
): Promise<boolean> {
  const cancelled = await WebhookDelivery.query(db)
    .where({ id: deliveryId, state: 'PENDING', resends })
    .patch({ state: 'CANCELLED', lastError: reason, nextAttemptAt: null, endedAt: now });
  return cancelled > 0;
}
