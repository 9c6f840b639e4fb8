import type { Knex } from 'knex';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import { holdStill } from '../clock.js';
import { facts } from '../facts.js';
import { rowOf } from '../models/base.js';
import { Client } from '../models/client.js';
import { Event } from '../models/event.js';
import { EventKey } from '../models/event-key.js';
import { type KnownId, knownId, type NamedEvent } from './event-keys.js';

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
  | 'firedBy'
> &
  Partial<
    Pick<
      Event,
      | 'clockId'
      | 'businessTime'
      | 'policyId'
      | 'parentTriggerRequestId'
      | 'depth'
      | 'chain'
      | 'byService'
      | 'sharedOrganizationId'
    >
  > & {
    /** Its `triggerRequestId` for others, where that is not its key. */
    publicId?: string;
  };

/**
 * Writes an accepted event's row. False if the `triggerRequestId` is taken, since another request was first, or if the
 * client was erased.
 */
export async function acceptEvent(db: Knex, event: NewEvent): Promise<boolean> {
  const isOneStatement = clientToLock(event) === null && !event.clockId && event.publicId === undefined;
  const write = (trx: Knex) => writeEvent(trx, event);
  return isOneStatement || db.isTransaction ? write(db) : db.transaction(write);
}

async function writeEvent(trx: Knex, { publicId, ...event }: NewEvent): Promise<boolean> {
  const clientId = clientToLock(event);
  if (clientId !== null && !(await lockClient(trx, clientId, event))) return false;
  const { clockId, businessTime, byService = false } = event;
  // A caller's event is at the time that the clock showed: it neither advances now, nor has done so meanwhile.
  if (clockId && !byService) await holdStill(trx, clockId, businessTime);
  const { triggerRequestId, organizationId, type } = event;
  const envelopeSha256 = textHash(canonicalJson(event.envelope));
  // Not through the model, whose insert returns its input if the database returns no row.
  const written: unknown[] = await trx('events')
    .insert(rowOf(Event, { ...event, envelopeSha256 }))
    .onConflict('trigger_request_id')
    .ignore()
    .returning('trigger_request_id');
  if (written.length === 0) return false;
  if (publicId !== undefined)
    await EventKey.query(trx).insert({ triggerRequestId, organizationId, publicId });
  facts.eventAccepted.tellAfterCommit(trx, () => ({ type }));
  return true;
}

/** What the service fires follows from events that are open, or has ids only. */
function clientToLock({ clientId, byService = false }: NewEvent): string | null {
  return byService ? null : clientId;
}

/**
 * Locks the client, as erasing it does: either the erasure finds the event and is refused, or the event finds the client
 * erased. Of an erased client only policies are kept, and events about these are erased with them.
 */
async function lockClient(trx: Knex, clientId: string, { policyId = null }: NewEvent): Promise<boolean> {
  const client = await Client.query(trx).findById(clientId).select('erased_at', 'kept_until').forKeyShare();
  if (client === undefined) return false;
  return client.erasedAt === null || (client.keptUntil !== null && policyId !== null);
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
 * @param known what {@link knownId} has told of the id.
 * @throws ClientErased
 * @throws ClockAdvances
 */
export async function acceptOwn(
  db: Knex,
  named: NamedEvent,
  make: (key: string) => NewEvent,
  known: KnownId = { own: undefined, free: named.triggerRequestId },
): Promise<Acceptance> {
  const event = make(known.free);
  if (await acceptEvent(db, event)) return { event, isNew: true };
  const { own, free } = await knownId(db, named);
  if (own === undefined && free === known.free) throw new ClientErased(event.clientId);
  if (own !== undefined) return { event: own === known.free ? event : make(own), isNew: false };
  return acceptOwn(db, named, make, { own, free });
}
