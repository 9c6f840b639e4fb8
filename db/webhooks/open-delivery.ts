import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { EventToDeliver } from '../../domain/webhooks/delivery.js';
import type { Database } from '../database.js';
import { Event } from '../models/event.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { notificationBody, testBody, testEventType } from './notification-body.js';

/** One delivery per event's end and endpoint, however often it is requested. */
export function deliveryIdOf({ triggerRequestId, endpointId, runRetry }: EventToDeliver): string {
  return derivedId(triggerRequestId, endpointId, String(runRetry));
}

/**
 * Opens the delivery of an event's end, or finds it opened; undefined if the event or the endpoint does not
 * exist. If the endpoint was disabled or deleted meanwhile, the delivery is cancelled from the start.
 */
export async function openDelivery(
  db: Database,
  toTell: EventToDeliver,
  now: Date,
): Promise<WebhookDelivery | undefined> {
  const { triggerRequestId, endpointId, runRetry } = toTell;
  const id = deliveryIdOf(toTell);
  return db.transaction(async (trx) => {
    const [event, endpoint] = [
      await Event.query(trx).findById(triggerRequestId),
      await WebhookEndpoint.query(trx).findById(endpointId).forShare(),
    ];
    if (event === undefined || endpoint?.organizationId !== event.organizationId) return undefined;
    await WebhookDelivery.query(trx)
      .insert({
        ...beginning(id, endpoint, now),
        triggerRequestId,
        runRetry,
        eventType: event.type,
        body: notificationBody(event, runRetry),
        ...(!endpoint.active && {
          state: 'CANCELLED' as const,
          lastError: endpoint.deletedAt === null ? 'the endpoint was disabled' : 'the endpoint was deleted',
          nextAttemptAt: null,
          endedAt: now,
        }),
      })
      .onConflict('id')
      .ignore();
    return WebhookDelivery.query(trx).findById(id);
  });
}

/** Opens a test delivery, which has no event. */
export async function openTestDelivery(
  db: Knex,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<WebhookDelivery> {
  return WebhookDelivery.query(db)
    .insert({
      ...beginning(randomUUID(), endpoint, now),
      eventType: testEventType,
      body: testBody(endpoint.id, now),
    })
    .returning('*');
}

function beginning(id: string, endpoint: WebhookEndpoint, now: Date) {
  return {
    id,
    organizationId: endpoint.organizationId,
    endpointId: endpoint.id,
    messageId: `msg_${id.replaceAll('-', '')}`,
    createdAt: now,
    nextAttemptAt: now,
  };
}
