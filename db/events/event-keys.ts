import type { Knex } from 'knex';
import type { EventType } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { eventKeyOf } from '../../domain/events/event-key.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { Event, type EventState } from '../models/event.js';
import { seenBy } from '../models/visibility.js';

/** An organization and the `triggerRequestId` of an event of it. */
export interface NamedEvent {
  organizationId: string;
  triggerRequestId: string;
  /** Only an event of this type that the service fired is meant: not what others fired under its id. */
  firedAs?: EventType;
}

/** What is known of a `triggerRequestId` before an event is accepted under it. */
export interface KnownId {
  /** The key of the organization's event with this id. */
  own: string | undefined;
  /** The key of a new event with this id: the id itself unless another organization has an event with it. */
  free: string;
}

/** Looks up a `triggerRequestId`. The statement is the same no matter who uses the id, so that the time tells nothing. */
export async function knownId(
  db: Knex,
  { organizationId, triggerRequestId, firedAs }: NamedEvent,
): Promise<KnownId> {
  const key = eventKeyOf(organizationId, triggerRequestId);
  const events = await Event.query(db)
    .findByIds([triggerRequestId, key])
    .select('trigger_request_id', 'organization_id', 'type', 'by_service', 'parent_trigger_request_id');
  const isMeant = (event: Event) =>
    firedAs === undefined || (event.type === firedAs && isFiredByService(event));
  const own = events.find((event) => event.organizationId === organizationId && isMeant(event));
  return { own: own?.triggerRequestId, free: events.length === 0 ? triggerRequestId : key };
}

/** Whether the service fired it: no caller can say so of an event. */
const isFiredByService = ({ byService, parentTriggerRequestId }: Event): boolean =>
  byService || parentTriggerRequestId !== null;

/** The events that the service fired for organizations under ids of its own: not what others fired under them. */
export async function firedByService(
  db: Knex,
  organizationIds: readonly string[],
  ids: readonly string[],
): Promise<{ id: string; state: EventState; plan: RunPlan }[]> {
  if (ids.length === 0) return [];
  const names = new Map(ids.map((id) => [id, id]));
  for (const id of ids) {
    for (const organizationId of organizationIds) names.set(eventKeyOf(organizationId, id), id);
  }
  const events = await Event.query(db)
    .findByIds([...names.keys()])
    .whereIn('organization_id', [...organizationIds])
    .select('trigger_request_id', 'state', 'plan', 'by_service', 'parent_trigger_request_id');
  return events
    .filter(isFiredByService)
    .map(({ triggerRequestId, state, plan }) => ({ id: names.get(triggerRequestId) ?? '', state, plan }));
}

/**
 * The key of the event that an organization names by its `triggerRequestId`: of several events its own, else the oldest
 * that it sees. Undefined if it sees none.
 */
export async function keyOfEvent(
  db: Knex,
  { organizationId, triggerRequestId: id }: NamedEvent,
): Promise<string | undefined> {
  const named = db
    .queryBuilder()
    .union([
      db.select(db.raw('?::uuid', [id])),
      db('event_keys').where('public_id', id).select('trigger_request_id'),
    ]);
  const ofEvent = (table: 'quotes' | 'payment_sessions', column: string) =>
    db(table).where(column, db.ref('events.trigger_request_id')).whereRaw(seenBy(table), [organizationId]);
  const rows: { key: string; organizationId: string }[] = await db('events')
    .whereIn('trigger_request_id', named)
    .where((seen) =>
      seen
        .whereRaw(seenBy('events'), [organizationId])
        .orWhereExists(ofEvent('quotes', 'quotes.trigger_request_id'))
        .orWhereExists(ofEvent('payment_sessions', 'payment_sessions.id')),
    )
    .select({ key: 'trigger_request_id', organizationId: 'organization_id' })
    .orderBy(['created_at', 'trigger_request_id']);
  return (rows.find((event) => event.organizationId === organizationId) ?? rows[0])?.key;
}

/** A payload with the keys of the events that it names: payment sessions have the ids of theirs. */
export async function withEventKeys<Payload extends EventEnvelope['payload']>(
  db: Knex,
  organizationId: string,
  payload: Payload,
): Promise<Payload> {
  if (!('paymentTriggerRequestId' in payload) || payload.paymentTriggerRequestId === undefined)
    return payload;
  const { paymentTriggerRequestId: triggerRequestId } = payload;
  const key = await keyOfEvent(db, { organizationId, triggerRequestId });
  return key === undefined ? payload : { ...payload, paymentTriggerRequestId: key };
}
