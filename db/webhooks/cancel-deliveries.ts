import type { Knex } from 'knex';
import { WebhookDelivery } from '../models/webhook-delivery.js';

/** Cancels what is still to be delivered to an endpoint; each workflow sees it when it looks next. */
export async function cancelPending(trx: Knex, endpointId: string, reason: string, now: Date): Promise<void> {
  await WebhookDelivery.query(trx)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .patch({ state: 'CANCELLED', lastError: reason, nextAttemptAt: null, endedAt: now });
}
