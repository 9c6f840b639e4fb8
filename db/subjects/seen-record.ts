import type { Knex } from 'knex';
import { keyOfEvent } from '../events/event-keys.js';
import { Client } from '../models/client.js';
import { Event } from '../models/event.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { Task } from '../models/task.js';

/** The records that something can be about, by the names of the interface, and what they are called. */
export const recordNouns = {
  clientId: 'client',
  quoteId: 'quote',
  policyId: 'policy',
  taskId: 'task',
  triggerRequestId: 'event',
} as const;

export type RecordKind = keyof typeof recordNouns;

export interface NamedRecord {
  kind: RecordKind;
  /** As it is stored: of an event its key, by `keyedEvent`. */
  id: string;
}

/** A record that an organization sees. */
export interface SeenRecord {
  /** The sides that it belongs to; none where it is one organization's. */
  organizations: readonly (string | null)[];
  productId?: string | null;
  clockId: string | null;
}

const readers: Readonly<
  Record<RecordKind, (db: Knex, organizationId: string, id: string) => Promise<SeenRecord | undefined>>
> = {
  clientId: async (db, organizationId, id) => {
    const client = await Client.query(db).findById(id).modify('visibleTo', organizationId);
    return client && { organizations: [], clockId: client.clockId };
  },
  quoteId: async (db, organizationId, id) => {
    const quote = await Quote.query(db).findById(id).modify('visibleTo', organizationId);
    return quote && { ...quote, organizations: [quote.clientOrganizationId, quote.quotingOrganizationId] };
  },
  policyId: async (db, organizationId, id) => {
    const policy = await Policy.query(db).findById(id).modify('visibleTo', organizationId);
    return (
      policy && { ...policy, organizations: [policy.sellerOrganizationId, policy.issuingOrganizationId] }
    );
  },
  taskId: async (db, organizationId, id) => {
    const task = await Task.query(db).findById(id).modify('visibleTo', organizationId);
    return task && { organizations: [], clockId: task.clockId };
  },
  triggerRequestId: async (db, organizationId, id) => {
    const event = await Event.query(db).findById(id).modify('visibleTo', organizationId);
    return event && { ...event, organizations: [event.organizationId, event.sharedOrganizationId] };
  },
};

/** The record that something is to be about; undefined if the organization is no side of it. */
export const seenRecord = (
  db: Knex,
  organizationId: string,
  { kind, id }: NamedRecord,
): Promise<SeenRecord | undefined> => readers[kind](db, organizationId, id);

/** The key of an event: callers know events by ids of their own. An unknown id stays as it is. */
export async function keyedEvent(
  db: Knex,
  organizationId: string,
  triggerRequestId: string,
): Promise<string> {
  return (await keyOfEvent(db, { organizationId, triggerRequestId })) ?? triggerRequestId;
}
