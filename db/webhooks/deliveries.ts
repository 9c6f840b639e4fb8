import { raw } from 'objection';
import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { timeZoneOfDays } from '../time-zones.js';
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
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  narrow(query, 'webhook_deliveries', deliveryFilters, filter, timeZone);
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
 * Puts a delivery first in its queue: a pending one makes its next attempt in addition to the scheduled ones,
 * one that has ended is reopened with all its attempts. Another request at the same time changes nothing.
 */
export async function sendAgain(db: Database, delivery: WebhookDelivery, now: Date): Promise<void> {
  const { id, endpointId, state, resends } = delivery;
  const first = WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .select(raw("least(min(next_attempt_at) - interval '1 millisecond', ?::timestamptz)", [now]));
  await WebhookDelivery.query(db)
    .findById(id)
    .where({ state, resends })
    .patch(
      state === 'PENDING'
        ? { nextAttemptAt: first, retries: raw('greatest(retries - 1, 0)') }
        : {
            state: 'PENDING',
            resends: resends + 1,
            retries: 0,
            sendingSince: now,
            nextAttemptAt: first,
            endedAt: null,
          },
    );
}
