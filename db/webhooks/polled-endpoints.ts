import type { Database } from '../database.js';
import { WebhookCursor } from '../models/webhook-cursor.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { deleteEndpoint } from './endpoints.js';

/** An endpoint that nobody polls for so long is deleted. */
const abandonedMs = 24 * 3_600_000;
const atATime = 50;

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
