import type { Knex } from 'knex';
import { WebhookDelivery } from '../models/webhook-delivery.js';

/** Cancels the pending deliveries of an endpoint; each workflow notices it at its next step. */
export async function cancelPending(trx: Knex, endpointId: string, reason: string, now: Date): Promise<void> {
  await WebhookDelivery.query(trx)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .patch({ state: 'CANCELLED', lastError: reason, nextAttemptAt: null, endedAt: now });
}
