import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { eventKeyOf } from '../../domain/events/event-key.js';
import { Event } from '../models/event.js';
import { seenBy } from '../models/visibility.js';

/** An organization and the `triggerRequestId` of an event of it. */
export interface NamedEvent {
  organizationId: string;
  triggerRequestId: string;
}

/** What is known of a `triggerRequestId` before an event is accepted under it. */
export interface KnownId {
  /** The key of the organization's event with this id. */
  own: string | undefined;
  /** The key of a new event with this id: the id itself unless another organization has an event with it. */
  free: string;
}

/** Looks up a `triggerRequestId`. The statement is the same whoever uses the id, so that the time tells nothing. */
export async function knownId(db: Knex, { organizationId, triggerRequestId }: NamedEvent): Promise<KnownId> {
  const key = eventKeyOf(organizationId, triggerRequestId);
  const events = await Event.query(db)
    .findByIds([triggerRequestId, key])
    .select('trigger_request_id', 'organization_id');
  const own = events.find((event) => event.organizationId === organizationId);
  return { own: own?.triggerRequestId, free: events.length === 0 ? triggerRequestId : key };
}

const named = `select event.trigger_request_id as key, event.organization_id as "organizationId"
  from (select ?::uuid as trigger_request_id
    union select trigger_request_id from event_keys where public_id = ?) named
  join events event using (trigger_request_id)
  where ${seenBy('events', 'event')}
    or exists (select from quotes quote
      where quote.trigger_request_id = event.trigger_request_id and ${seenBy('quotes', 'quote')})
    or exists (select from payment_sessions session
      where session.id = event.trigger_request_id and ${seenBy('payment_sessions', 'session')})
  order by event.created_at, key`;

/**
 * The key of the event that an organization names by its `triggerRequestId`: of several events its own, else the oldest
 * that it sees. Undefined if it sees none.
 */
export async function keyOfEvent(
  db: Knex,
  { organizationId, triggerRequestId: id }: NamedEvent,
): Promise<string | undefined> {
  const { rows } = await db
    .raw<{ rows: { key: string; organizationId: string }[] }>(named, [
      ...[id, id],
      ...[organizationId, organizationId, organizationId],
    ])
    .options({ name: 'event_named' });
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
