import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { EventToDeliver } from '../../domain/webhooks/delivery.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { bodiesOfEvents, toldEvents } from './event-bodies.js';
import { testBody, testEventType } from './notification-body.js';
import type { NotificationSources } from './policies-in-bodies.js';
import { claimIdleQueues, type QueueToWake } from './wake-queues.js';

/** The end of an event's run, and the endpoints that it is delivered to. */
export type EventEnding = Omit<EventToDeliver, 'endpointId'> & { endpointIds: readonly string[] };

/**
 * Opens the deliveries of an event's end, one for each endpoint however often it is called, and returns the
 * queues to be woken. A delivery to an endpoint that was disabled or deleted meanwhile is canceled from the
 * start. Not to be called in a transaction: a queue only sees what is committed.
 */
export async function openDeliveries(
  sources: NotificationSources,
  { triggerRequestId, runRetry, endpointIds }: EventEnding,
  now: Date,
): Promise<QueueToWake[]> {
  if (endpointIds.length === 0) return [];
  const { db } = sources;
  const [[event], endpoints] = await Promise.all([
    toldEvents(db).where('trigger_request_id', triggerRequestId),
    WebhookEndpoint.query(db).whereIn('id', [...endpointIds]),
  ]);
  if (event === undefined) return [];
  const bodies = (await bodiesOfEvents(sources, [{ event, runRetry }], now)).get(triggerRequestId);
  const deliveries = endpoints.flatMap((endpoint) => {
    const body = bodies?.get(endpoint.organizationId);
    if (body === undefined) return [];
    return {
      ...deliveryOfEvent(endpoint, { event, runRetry, body }, now),
      ...(!endpoint.active && {
        state: 'CANCELLED' as const,
        lastError: endpoint.deletedAt === null ? 'the endpoint was disabled' : 'the endpoint was deleted',
        nextAttemptAt: null,
        endedAt: now,
      }),
    };
  });
  if (deliveries.length === 0) return [];
  await WebhookDelivery.query(db).insert(deliveries).onConflict('id').ignore();
  return claimIdleQueues(db, endpointIds, now);
}

/** The delivery of the end of an event's run, with the same id however often it is made. */
export const deliveryOfEvent = (
  endpoint: WebhookEndpoint,
  {
    event: { triggerRequestId, type },
    runRetry,
    body,
  }: { event: { triggerRequestId: string; type: string }; runRetry: number; body: JsonObject },
  now: Date,
) => ({
  ...newDelivery(endpoint, now, derivedId(triggerRequestId, endpoint.id, String(runRetry))),
  triggerRequestId,
  runRetry,
  eventType: type,
  body,
});

/** Opens a test delivery, which has no event. */
export async function openTestDelivery(
  db: Knex,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<WebhookDelivery> {
  return WebhookDelivery.query(db)
    .insert({ ...newDelivery(endpoint, now), eventType: testEventType, body: testBody(endpoint.id, now) })
    .returning('*');
}

/** A delivery that is due, without its content. One to an endpoint that is polled waits until it is taken. */
export function newDelivery(endpoint: WebhookEndpoint, now: Date, id: string = randomUUID()) {
  return {
    id,
    organizationId: endpoint.organizationId,
    endpointId: endpoint.id,
    messageId: `msg_${id.replaceAll('-', '')}`,
    createdAt: now,
    sendingSince: now,
    nextAttemptAt: endpoint.url === '' ? null : now,
  };
}
