import { raw } from 'objection';
import { namedRecords } from '../../domain/events/records-of-event.js';
import { grouped } from '../../domain/ground/grouped.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { Event } from '../models/event.js';
import { namingQuotes } from '../models/naming-quotes.js';
import { Quote } from '../models/quote.js';
import { PublicIds } from '../public-ids.js';
import { notificationBody, sharedBody } from './notification-body.js';
import { type NotificationSources, policiesInBodies } from './policies-in-bodies.js';

/** An event with the part of its payload that names quotes. */
export type ToldEvent = Event & { naming: JsonObject };

/** The columns of an event that its notification and its owner come from. */
export const toldColumns = [
  ...['trigger_request_id', 'organization_id', 'shared_organization_id', 'type', 'clock_id', 'business_time'],
  ...['state', 'product_id', 'client_id', 'policy_id', 'batch_id', 'parent_trigger_request_id'],
  ...['created_at', 'closed_at', 'fired_by', 'retries'],
].map((column) => `events.${column}`);

/** Events with what their notifications come from. */
export const toldEvents = (db: Database) =>
  Event.query(db)
    .select(...toldColumns, raw(namingQuotes('events')).as('naming'))
    .castTo<ToldEvent[]>();

/** The quotes that an event's payload names. */
export const namedQuotes = ({ naming }: ToldEvent): string[] =>
  namedRecords({ payload: naming }, 'QUOTE').map(({ id }) => id);

/** The most quotes of an event that its notification names; the link has all. */
const mostQuotes = 100;

/** The bodies of an event's end, by the organization that is notified. */
export type BodiesOfEvent = ReadonlyMap<string, JsonObject>;

/** The bodies of the ends of events, by their keys: for the event's organization, and for the one that shares it. */
export async function bodiesOfEvents(
  sources: NotificationSources,
  events: readonly { event: ToldEvent; runRetry: number }[],
  now: Date,
): Promise<Map<string, BodiesOfEvent>> {
  const { db } = sources;
  const [policies, quotes] = await Promise.all([
    policiesInBodies(
      sources,
      events.flatMap(({ event }) => event.policyId ?? []),
      now,
    ),
    Quote.query(db)
      .whereIn(
        'trigger_request_id',
        events.map(({ event }) => event.triggerRequestId),
      )
      .whereNull('package_request_id')
      .select('request_id', 'trigger_request_id')
      .orderBy('request_id'),
  ]);
  const made = grouped(quotes, ({ triggerRequestId }) => triggerRequestId);
  const ids = new PublicIds(db);
  const bodies = new Map<string, BodiesOfEvent>();
  for (const { event, runRetry } of events) {
    const { triggerRequestId, organizationId, sharedOrganizationId, policyId } = event;
    const told = {
      named: namedQuotes(event),
      made: (made.get(triggerRequestId) ?? []).slice(0, mostQuotes).map(({ requestId }) => requestId),
      policy: policyId === null ? undefined : policies.get(policyId)?.shown,
    };
    const own = [organizationId, notificationBody(event, runRetry, told)] as const;
    const shared =
      sharedOrganizationId === null
        ? []
        : [[sharedOrganizationId, sharedBody(event, runRetry, told)] as const];
    bodies.set(triggerRequestId, new Map(await ids.inJson([...shared, own])));
  }
  return bodies;
}
