import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { raw } from 'objection';
import { namedRecords } from '../../domain/events/records-of-event.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { EventToDeliver } from '../../domain/webhooks/delivery.js';
import type { Database } from '../database.js';
import { Event } from '../models/event.js';
import { namingQuotes } from '../models/naming-quotes.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { PublicIds } from '../public-ids.js';
import { notificationBody, sharedBody, testBody, testEventType } from './notification-body.js';
import { claimIdleQueues, type QueueToWake } from './wake-queues.js';

/** The end of an event's run, and the endpoints that it is delivered to. */
export type EventEnding = Omit<EventToDeliver, 'endpointId'> & { endpointIds: readonly string[] };

/**
 * Opens the deliveries of an event's end, one for each endpoint however often it is called, and returns the
 * queues to be woken. A delivery to an endpoint that was disabled or deleted meanwhile is canceled from the
 * start. Not to be called in a transaction: a queue only sees what is committed.
 */
export async function openDeliveries(
  db: Database,
  { triggerRequestId, runRetry, endpointIds }: EventEnding,
  now: Date,
): Promise<QueueToWake[]> {
  if (endpointIds.length === 0) return [];
  const [event, endpoints] = await Promise.all([
    Event.query(db)
      .findById(triggerRequestId)
      .castTo<(Event & { naming: JsonObject }) | undefined>()
      .select(...toldColumns, 'fired_by', raw(namingQuotes('events')).as('naming')),
    WebhookEndpoint.query(db).whereIn('id', [...endpointIds]),
  ]);
  if (event === undefined) return [];
  const quoteIds = namedRecords({ payload: event.naming }, 'QUOTE').map(({ id }) => id);
  const bodies = new Map(
    await new PublicIds(db).inJson([
      ...(event.sharedOrganizationId === null
        ? []
        : [[event.sharedOrganizationId, sharedBody(event, runRetry, quoteIds)] as const]),
      [event.organizationId, notificationBody(event, runRetry, quoteIds)] as const,
    ]),
  );
  const deliveries = endpoints.flatMap((endpoint) => {
    const body = bodies.get(endpoint.organizationId);
    if (body === undefined) return [];
    return {
      ...newDelivery(endpoint, now, derivedId(triggerRequestId, endpoint.id, String(runRetry))),
      triggerRequestId,
      runRetry,
      eventType: event.type,
      body,
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

/** The columns of an event that its notification and its owner come from. */
const toldColumns = [
  'trigger_request_id',
  'organization_id',
  'shared_organization_id',
  'type',
  'clock_id',
  'business_time',
  'state',
  'product_id',
  'client_id',
  'policy_id',
  'batch_id',
  'parent_trigger_request_id',
  'created_at',
  'closed_at',
];

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

/** A delivery that is due, without its content. */
export function newDelivery(endpoint: WebhookEndpoint, now: Date, id: string = randomUUID()) {
  return {
    id,
    organizationId: endpoint.organizationId,
    endpointId: endpoint.id,
    messageId: `msg_${id.replaceAll('-', '')}`,
    createdAt: now,
    sendingSince: now,
    nextAttemptAt: now,
  };
}
