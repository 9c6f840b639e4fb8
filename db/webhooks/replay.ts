import { raw } from 'objection';
import { grouped } from '../../domain/ground/grouped.js';
import { subscribesTo } from '../../domain/webhooks/change-notices.js';
import { type ReadChange, readChanges } from '../changes/read-changes.js';
import type { Database } from '../database.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import type { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { readSeenPage } from '../read-page.js';
import { deliveriesOfChanges } from './change-deliveries.js';
import { bodiesOfEvents, type ToldEvent, toldEvents } from './event-bodies.js';
import { deliveryOfEvent } from './open-delivery.js';
import type { NotificationSources } from './policies-in-bodies.js';

/** From where notifications are replayed: events that were fired since, and changes after a number of the feed. */
export interface ReplayFrom {
  from: Date;
  after: string;
}

export interface Replayed {
  /** Of notifications. */
  queued: number;
  /** From where the next ones are replayed; null if there are no more. */
  next: Date | null;
}

/** So many events and so many changes are replayed at a time. */
export const mostReplayed = 1_000;
const rowsOfInsert = 500;

/**
 * Queues the notifications since a time, oldest first, as if the endpoint had been there: those of events of its types that
 * have ended, and those of other changes. What it was notified of before is sent again, under the same id.
 */
export async function replay(
  sources: NotificationSources,
  endpoint: WebhookEndpoint,
  { from, after }: ReplayFrom,
  now: Date,
): Promise<Replayed> {
  const { db } = sources;
  const { organizationId } = endpoint;
  const size = mostReplayed + 1;
  const [events, changes] = await Promise.all([
    eventsSince(db, endpoint, from, size),
    readChanges(db, { organizationId, after, size }),
  ]);
  const ends = [events[mostReplayed]?.createdAt, changes[mostReplayed]?.recordedAt];
  const times = ends.flatMap((at) => at?.getTime() ?? []);
  const next = times.length === 0 ? null : new Date(Math.min(...times));
  const isNow = (at: Date) => next === null || at < next;
  const isTold = ({ organizationId: own, sharedOrganizationId, type, createdAt, closedAt }: ToldEvent) =>
    [own, sharedOrganizationId].includes(organizationId) &&
    subscribesTo(endpoint.eventTypes, type) &&
    closedAt !== null &&
    createdAt >= from;
  const queued = [
    ...(await ofEvents(
      sources,
      endpoint,
      events.filter(({ createdAt }) => isNow(createdAt)),
      now,
    )),
    ...(await ofChanges(
      sources,
      { endpoint, isTold },
      changes.filter(({ recordedAt }) => isNow(recordedAt)),
      now,
    )),
  ];
  return { queued: await queue(db, endpoint, queued, now), next };
}

/** Events that were fired since a time and have ended, the organization's and those shared with it, oldest first. */
async function eventsSince(
  db: Database,
  { organizationId, eventTypes }: WebhookEndpoint,
  from: Date,
  limit: number,
): Promise<ToldEvent[]> {
  const { ids } = await readSeenPage(db, {
    table: 'events',
    organizationId,
    order: ['created_at', 'trigger_request_id'],
    oldestFirst: true,
    offset: 0,
    limit,
    countUpTo: 1,
    narrow: (query) => {
      query.where('events.created_at', '>=', from).whereNotNull('events.closed_at');
      if (eventTypes.length > 0) query.whereIn('events.type', [...eventTypes]);
    },
  });
  return toldEvents(db).findByIds(ids).orderBy(['events.created_at', 'events.trigger_request_id']);
}

async function ofEvents(
  sources: NotificationSources,
  endpoint: WebhookEndpoint,
  events: readonly ToldEvent[],
  now: Date,
) {
  const ended = events.map((event) => ({ event, runRetry: event.retries }));
  const bodies = await bodiesOfEvents(sources, ended, now);
  return ended.flatMap(({ event, runRetry }) => {
    const body = bodies.get(event.triggerRequestId)?.get(endpoint.organizationId);
    if (body === undefined) return [];
    return { ...deliveryOfEvent(endpoint, { event, runRetry, body }, now), at: event.closedAt ?? now };
  });
}

async function ofChanges(
  sources: NotificationSources,
  told: Parameters<typeof deliveriesOfChanges>[1],
  changes: readonly ReadChange[],
  now: Date,
) {
  const times = new Map(changes.map(({ number, recordedAt }) => [number, recordedAt]));
  const deliveries = await deliveriesOfChanges(sources, told, changes, now);
  return deliveries.map((delivery) => {
    const { cursor } = (delivery.body as { data: { cursor: string } }).data;
    return { ...delivery, at: times.get(cursor) ?? now };
  });
}

/** Puts deliveries into the endpoint's queue, each due at its own time, and counts them. Those that wait are left. */
async function queue(
  db: Database,
  { url }: WebhookEndpoint,
  deliveries: readonly (Partial<WebhookDelivery> & { at: Date })[],
  now: Date,
): Promise<number> {
  let queued = 0;
  for (const rows of inParts(deliveries, rowsOfInsert)) {
    const written = await WebhookDelivery.query(db)
      .insert(rows.map(({ at, ...row }) => ({ ...row, ...(url !== '' && { nextAttemptAt: at }) })))
      .onConflict('id')
      .merge({
        state: 'PENDING',
        body: raw('excluded.body'),
        resends: raw('webhook_deliveries.resends + 1'),
        retries: 0,
        sending_since: now,
        next_attempt_at: raw('excluded.next_attempt_at'),
        ended_at: null,
      } as object)
      .where('webhook_deliveries.state', '<>', 'PENDING')
      .returning('id');
    queued += written.length;
  }
  return queued;
}

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  [
    ...grouped(
      items.map((item, index) => ({ item, part: Math.floor(index / size) })),
      ({ part }) => part,
    ).values(),
  ].map((part) => part.map(({ item }) => item));
