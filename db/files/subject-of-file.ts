import type { FileSubject } from '../../domain/files/file.js';
import type { Database } from '../database.js';
import { keyOfEvent } from '../events/event-keys.js';
import { Client } from '../models/client.js';
import { Event } from '../models/event.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import type { StoredFile } from '../models/stored-file.js';
import { Task } from '../models/task.js';

/** The record that a file is about. */
export interface AboutFile {
  kind: FileSubject;
  id: string;
}

export interface SubjectOfFile extends AboutFile {
  /** The other side; null if there is none, or it is the same organization. */
  otherOrganizationId: string | null;
  productId: string | null;
  clockId: string | null;
}

type Row = { organizations: (string | null)[]; productId?: string | null; clockId: string | null };

const readers: Readonly<
  Record<FileSubject, (db: Database, organizationId: string, id: string) => Promise<Row | undefined>>
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

/** What a file is about, if the organization sees it. */
export async function subjectOfFile(
  db: Database,
  organizationId: string,
  { kind, id }: AboutFile,
): Promise<SubjectOfFile | undefined> {
  const key = await keyOfSubject(db, organizationId, { kind, id });
  const row = await readers[kind](db, organizationId, key);
  if (row === undefined) return undefined;
  const { organizations, productId = null, clockId } = row;
  const otherOrganizationId = organizations.find((side) => side !== organizationId) ?? null;
  return { kind, id: key, otherOrganizationId, productId, clockId };
}

/** The id under which it is stored: callers know events by ids of their own. */
export async function keyOfSubject(
  db: Database,
  organizationId: string,
  { kind, id }: AboutFile,
): Promise<string> {
  if (kind !== 'triggerRequestId') return id;
  return (await keyOfEvent(db, { organizationId, triggerRequestId: id })) ?? id;
}

const columns = {
  clientId: 'client_id',
  quoteId: 'quote_id',
  policyId: 'policy_id',
  taskId: 'task_id',
  triggerRequestId: 'trigger_request_id',
} as const satisfies Record<FileSubject, string>;

/** The column of a file with what it is about. */
export const columnOf = (kind: FileSubject): string => columns[kind];

/** What a file is about, as a row has it. */
export function aboutFile(file: StoredFile): AboutFile {
  for (const kind of Object.keys(columns) as FileSubject[]) {
    const id = file[kind];
    if (id !== null) return { kind, id };
  }
  throw new Error(`the file ${file.id} is about nothing`);
}
