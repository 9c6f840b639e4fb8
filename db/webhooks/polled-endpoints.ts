import { longestDeliveryMs } from '../../domain/webhooks/retries.js';
import type { Database } from '../database.js';
import { WebhookCursor } from '../models/webhook-cursor.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { disableEndpoint } from './disable-endpoint.js';
import { deleteEndpoint } from './endpoints.js';

/** An endpoint that nobody polls for so long is deleted. */
const abandonedMs = 24 * 3_600_000;
const atATime = 50;
/** So many notifications may wait for a poll: an endpoint that falls behind further is disabled. */
export const mostWaiting = 20_000;

/** Deliveries of an endpoint that is polled were taken; those that have ended stay. */
export async function acceptPolled(
  db: Database,
  endpointId: string,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  await WebhookCursor.query(db).findById(endpointId).patch({ polledAt: now });
  if (deliveryIds.length === 0) return;
  await WebhookDelivery.query(db)
    .findByIds([...deliveryIds])
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .patch({ state: 'DELIVERED', attempts: 1, lastAttemptAt: now, nextAttemptAt: null, endedAt: now });
}

/** The oldest deliveries that were not accepted. */
export async function nextToPoll(db: Database, endpointId: string, size: number): Promise<WebhookDelivery[]> {
  return WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .orderBy(['sending_since', 'created_at', 'id'])
    .limit(size);
}

/** Deletes the endpoints that nobody polls any more, whose deliveries would wait for good. */
export async function deleteAbandoned(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - abandonedMs);
  const abandoned = await WebhookEndpoint.query(db)
    .joinRelated('cursor')
    .where('webhook_endpoints.url', '')
    .whereNull('webhook_endpoints.deleted_at')
    .where('webhook_endpoints.created_at', '<', before)
    .where((never) => never.whereNull('cursor.polled_at').orWhere('cursor.polled_at', '<', before))
    .select('webhook_endpoints.*')
    .limit(atATime);
  for (const { id: endpointId, organizationId } of abandoned)
    await deleteEndpoint(db, { organizationId, endpointId, now });
}

/** Whether more notifications wait for a poll of an endpoint. The index counts no further. */
export async function hasWaiting(db: Database, endpointId: string, most: number): Promise<boolean> {
  const further = await WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .orderBy('sending_since')
    .offset(most)
    .limit(1)
    .select('id');
  return further.length > 0;
}

/**
 * Ends what waits too long for a poll, as deliveries that are not accepted end, and disables the endpoints for which too much
 * waits. The sweep of queues wakes those of the endpoints that are notified of it.
 */
export async function boundWaiting(
  db: Database,
  { now, most = mostWaiting }: { now: Date; most?: number },
): Promise<void> {
  const polled = await WebhookEndpoint.query(db).where({ url: '', active: true });
  for (const endpoint of polled) {
    await WebhookDelivery.query(db)
      .where({ endpoint_id: endpoint.id, state: 'PENDING' })
      .where('sending_since', '<', new Date(now.getTime() - longestDeliveryMs))
      .patch({ state: 'FAILED', lastError: 'it was not accepted within three days', endedAt: now });
    if (!(await hasWaiting(db, endpoint.id, most))) continue;
    const reason = `more than ${most} notifications waited to be polled`;
    await db.transaction((trx) => disableEndpoint(trx, endpoint, { reason, pendingSay: reason, now }));
  }
}
