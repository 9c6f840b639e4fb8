import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { type DeliveryFilter, deliveryFilters } from './delivery-filters.js';

const columns = [
  'id',
  'endpoint_id',
  'trigger_request_id',
  'event_type',
  'message_id',
  'state',
  'attempts',
  'last_status',
  'last_error',
  'last_attempt_at',
  'next_attempt_at',
  'created_at',
  'ended_at',
];

/** One page of an organization's deliveries, newest first and without bodies, and their total number. */
export async function listDeliveries(
  db: Database,
  organizationId: string,
  filter: DeliveryFilter,
  { page, size }: { page: number; size: number },
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  const query = WebhookDelivery.query(db).modify('visibleTo', organizationId);
  narrow(query, 'webhook_deliveries', deliveryFilters, filter);
  const [total, deliveries] = await Promise.all([
    query.clone().resultSize(),
    query
      .clone()
      .select(columns)
      .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
      .limit(size)
      .offset(page * size),
  ]);
  return { deliveries, total };
}

/** Undefined if the organization has no such delivery. */
export async function findDelivery(
  db: Database,
  organizationId: string,
  deliveryId: string,
): Promise<WebhookDelivery | undefined> {
  return WebhookDelivery.query(db).findById(deliveryId).modify('visibleTo', organizationId);
}

/**
 * Reopens a delivery for a resend, by a new workflow with the next number of `resends`. If the row's number
 * differs from `after`, another request was first and the row stays unchanged.
 */
export async function reopenDelivery(
  db: Database,
  { deliveryId, after, now }: { deliveryId: string; after: number; now: Date },
): Promise<WebhookDelivery | undefined> {
  await WebhookDelivery.query(db)
    .findById(deliveryId)
    .where('resends', after)
    .patch({
      state: 'PENDING',
      resends: after + 1,
      nextAttemptAt: now,
      endedAt: null,
    });
  return WebhookDelivery.query(db).findById(deliveryId);
}
