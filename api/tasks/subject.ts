import type { Knex } from 'knex';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { Event } from '../../db/models/event.js';
import { recordNouns, seenRecord } from '../../db/subjects/seen-record.js';
import type { TaskSubject } from '../../db/tasks/open-task.js';
import { NotFound } from '../errors/app-error.js';
import type { TaskSubjectGiven } from './task-schema.js';

/** What a new task is about, with the test clock of it. */
export interface SeenSubject {
  about: TaskSubject;
  clockId: string | null;
}

const records = ['clientId', 'quoteId', 'policyId'] as const;

/** The client, quote, policy or event that a task is about: 404 if the organization does not see it. */
export async function requireSubject(
  db: Knex,
  organizationId: string,
  given: TaskSubjectGiven,
): Promise<SeenSubject> {
  const kind = records.find((name) => given[name] !== undefined);
  if (kind === undefined) return requireEvent(db, organizationId, given.triggerRequestId ?? '');
  const id = given[kind] ?? '';
  const seen = await seenRecord(db, organizationId, { kind, id });
  if (seen === undefined) throw new NotFound(recordNouns[kind], id, { field: `about.${kind}` });
  return { about: { [kind]: id }, clockId: seen.clockId };
}

/** Also an event that the organization sees through its quotes. */
async function requireEvent(db: Knex, organizationId: string, id: string): Promise<SeenSubject> {
  const key = await keyOfEvent(db, { organizationId, triggerRequestId: id });
  const event = key === undefined ? undefined : await Event.query(db).findById(key).select('clock_id');
  if (event === undefined) throw new NotFound('event', id, { field: 'about.triggerRequestId' });
  return { about: { triggerRequestId: key }, clockId: event.clockId };
}
