import type { Knex } from 'knex';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import { facts } from '../facts.js';
import type { Event } from '../models/event.js';
import { readRows, type TextStatement } from '../text-statement.js';
import { type KnownId, knownId, type NamedEvent } from './event-keys.js';
import { type AcceptedEvent, acceptedColumns, type EventReader } from './read-event.js';

export type NewEvent = Pick<
  Event,
  | 'triggerRequestId'
  | 'organizationId'
  | 'type'
  | 'productId'
  | 'productVersionId'
  | 'clientId'
  | 'batchId'
  | 'envelope'
  | 'plan'
  | 'asConfiguredAt'
> &
  Partial<
    Pick<
      Event,
      | 'policyId'
      | 'parentTriggerRequestId'
      | 'depth'
      | 'chain'
      | 'byService'
      | 'firedBy'
      | 'sharedOrganizationId'
    >
  > & {
    /** Its `triggerRequestId` for others, where that is not its key. */
    publicId?: string;
  };

/**
 * The client is locked, as erasing it does: either the erasure finds the event and is refused, or the event finds the
 * client erased. Of an erased client only policies are kept, and events about these are erased with them. What the
 * service fires follows from events that are open, or has ids only.
 */
const accept = `with client as (
    select id from clients where id = ? and (erased_at is null or (kept_until is not null
      and cast(? as uuid) is not null)) for key share
  )
  insert into events (trigger_request_id, organization_id, type, product_id, product_version_id, client_id,
    batch_id, envelope, envelope_sha256, plan, as_configured_at, policy_id, parent_trigger_request_id, depth, chain,
    by_service, fired_by, shared_organization_id)
  select ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), ?, cast(? as jsonb), ?, ?, ?, ?, cast(? as jsonb), ?, cast(? as jsonb), ?
  where cast(? as uuid) is null or ? or exists (select from client)
  on conflict (trigger_request_id) do nothing
  returning `;
const underKey = (statement: string): string => `with accepted as (${statement}),
  keyed as (insert into event_keys (trigger_request_id, organization_id, public_id)
    select ?::uuid, ?::uuid, ?::uuid from accepted)
  select * from accepted`;

/** Two of each: for a key that is the public id, and for another one. */
const statements = {
  acceptAndRead: withKey('event_accept_and_read', `${accept} ${acceptedColumns}`),
  acceptOnly: withKey('event_accept', `${accept} trigger_request_id`),
};

function withKey(name: string, sql: string): { plain: TextStatement; underKey: TextStatement } {
  return { plain: { name, sql }, underKey: { name: `${name}_under_key`, sql: underKey(sql) } };
}

/**
 * Writes an accepted event's row. False if the `triggerRequestId` is taken, since another request was first, or if the
 * client was erased. `reader` is the one of this process's activities: it keeps the row, which must not be part of a
 * transaction then.
 */
export async function acceptEvent(db: Knex, event: NewEvent, reader?: EventReader): Promise<boolean> {
  const { triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId } = event;
  const { policyId = null, byService = false } = event;
  const envelope = canonicalJson(event.envelope);
  const { publicId } = event;
  const { plain, underKey } = reader ? statements.acceptAndRead : statements.acceptOnly;
  const [accepted] = await readRows<AcceptedEvent>(db, publicId === undefined ? plain : underKey, [
    ...[clientId, policyId],
    ...[triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId],
    ...[envelope, textHash(envelope), JSON.stringify(event.plan), event.asConfiguredAt],
    ...[policyId, event.parentTriggerRequestId ?? null],
    ...[event.depth ?? 0, JSON.stringify(event.chain ?? []), byService],
    event.firedBy ? JSON.stringify(event.firedBy) : null,
    event.sharedOrganizationId ?? null,
    ...[clientId, byService],
    ...(publicId === undefined ? [] : [triggerRequestId, organizationId, publicId]),
  ]);
  if (accepted === undefined) return false;
  facts.eventAccepted.tellAfterCommit(db, () => ({ type }));
  reader?.keep(accepted);
  return true;
}

/** An event is not accepted because its client was erased meanwhile. */
export class ClientErased extends Error {
  readonly clientId: string | null;

  constructor(clientId: string | null) {
    super(`client ${clientId} was erased`);
    this.clientId = clientId;
  }
}

/** An event that was accepted, or the same one that an earlier request of the organization had accepted. */
export interface Acceptance {
  event: NewEvent;
  isNew: boolean;
}

/**
 * Accepts an event under its `triggerRequestId`, or under a key if another organization has an event with this id, even
 * if that one comes between.
 *
 * @param make the event by its key.
 * @param reader as for {@link acceptEvent}.
 * @throws ClientErased
 */
export async function acceptOwn(
  db: Knex,
  named: NamedEvent,
  make: (key: string) => NewEvent,
  {
    known = { own: undefined, free: named.triggerRequestId },
    reader,
  }: { known?: KnownId | undefined; reader?: EventReader | undefined } = {},
): Promise<Acceptance> {
  const event = make(known.free);
  if (await acceptEvent(db, event, reader)) return { event, isNew: true };
  const { own, free } = await knownId(db, named);
  if (own === undefined && free === known.free) throw new ClientErased(event.clientId);
  if (own !== undefined) return { event: own === known.free ? event : make(own), isNew: false };
  return acceptOwn(db, named, make, { known: { own, free }, reader });
}
