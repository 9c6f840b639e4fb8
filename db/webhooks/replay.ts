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

/** How far a replay is: it goes on after an event and after a change, however many have the same time. */
export interface ReplayPlace {
  /** Events that were fired since are replayed. */
  from: string;
  /** When the replay began: events that ended later are told by their ends. */
  begunAt: string;
  /** The last event, with its time as the database has it; null before the first. */
  event: { at: string; id: string } | null;
  /** The number of the last change in the feed. */
  after: string;
}

export interface Replayed {
  /** Of notifications. */
  queued: number;
  /** From where the next ones are replayed; null if there are no more. */
  next: ReplayPlace | null;
}

/** So many events and so many changes are replayed at a time. */
export const mostReplayed = 1_000;
const rowsOfInsert = 500;

/** An event with its time as the database has it, which is finer than that of a `Date`. */
type ReplayedEvent = ToldEvent & { at: string };

/**
 * Queues the next notifications, oldest first, as if the endpoint had been there: those of events of its types that have ended,
 * and those of other changes. What it was notified of before is sent again, under the same id.
 *
 * @param most events and changes at a time.
 */
export async function replay(
  sources: NotificationSources,
  endpoint: WebhookEndpoint,
  place: ReplayPlace,
  { now, most = mostReplayed }: { now: Date; most?: number },
): Promise<Replayed> {
  const { db } = sources;
  const { organizationId } = endpoint;
  const [events, changes] = await Promise.all([
    nextEvents(db, endpoint, place, most + 1),
    readChanges(db, { organizationId, after: place.after, size: most + 1 }),
  ]);
  const page = pageOf({ events, changes }, most);
  const [from, begunAt] = [new Date(place.from), new Date(place.begunAt)];
  const isTold = ({ organizationId: own, sharedOrganizationId, type, createdAt, closedAt }: ToldEvent) =>
    [own, sharedOrganizationId].includes(organizationId) &&
    subscribesTo(endpoint.eventTypes, type) &&
    closedAt !== null &&
    closedAt <= begunAt &&
    createdAt >= from;
  const queued = [
    ...(await ofEvents(sources, endpoint, page.events, now)),
    ...(await ofChanges(sources, { endpoint, isTold }, page.changes, now)),
  ];
  const [event, change] = [page.events.at(-1), page.changes.at(-1)];
  const next = {
    ...place,
    event: event === undefined ? place.event : { at: event.at, id: event.triggerRequestId },
    after: change?.number ?? place.after,
  };
  return { queued: await queue(db, endpoint, queued, now), next: page.isLast ? null : next };
}

/**
 * The events and changes of a page, to about the same time: what has more is taken to its end, so that each page goes on, and
 * the other one up to then.
 */
function pageOf(
  { events, changes }: { events: readonly ReplayedEvent[]; changes: readonly ReadChange[] },
  most: number,
) {
  const timesOfEvents = events.slice(0, most).map(({ createdAt }) => createdAt.getTime());
  const timesOfChanges = changes.slice(0, most).map(({ recordedAt }) => recordedAt.getTime());
  const until = Math.min(
    ...(events.length > most ? [Math.max(...timesOfEvents)] : []),
    ...(changes.length > most ? [Math.max(...timesOfChanges)] : []),
  );
  const upTo = (times: readonly number[]) => {
    const later = times.findIndex((time) => time > until);
    return later < 0 ? times.length : later;
  };
  return {
    events: events.slice(0, upTo(timesOfEvents)),
    changes: changes.slice(0, upTo(timesOfChanges)),
    isLast: events.length <= most && changes.length <= most,
  };
}

/** The next events that had ended when the replay began, the organization's and those shared with it, oldest first. */
async function nextEvents(
  db: Database,
  { organizationId, eventTypes }: WebhookEndpoint,
  { from, begunAt, event }: ReplayPlace,
  limit: number,
): Promise<ReplayedEvent[]> {
  const { ids } = await readSeenPage(db, {
    table: 'events',
    organizationId,
    order: ['created_at', 'trigger_request_id'],
    oldestFirst: true,
    offset: 0,
    limit,
    countUpTo: 1,
    narrow: (query) => {
      query.where('events.created_at', '>=', event?.at ?? from).where('events.closed_at', '<=', begunAt);
      if (event !== null)
        query.whereRaw('(events.created_at, events.trigger_request_id) > (?, ?)', [event.at, event.id]);
      if (eventTypes.length > 0) query.whereIn('events.type', [...eventTypes]);
    },
  });
  return toldEvents(db)
    .findByIds(ids)
    .select(raw("to_jsonb(events.created_at) #>> '{}'").as('at'))
    .orderBy(['events.created_at', 'events.trigger_request_id'])
    .castTo<ReplayedEvent[]>();
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
