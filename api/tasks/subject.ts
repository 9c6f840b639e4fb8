import type { Knex } from 'knex';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import type { TaskSubject } from '../../db/tasks/open-task.js';
import { NotFound } from '../errors/app-error.js';
import type { TaskSubjectGiven } from './task-schema.js';

/** What a new task is about, with the test clock of it. */
export interface SeenSubject {
  about: TaskSubject;
  clockId: string | null;
}

/** The client, quote, policy or event that a task is about: 404 if the organization does not see it. */
export async function requireSubject(
  db: Knex,
  organizationId: string,
  { clientId, quoteId, policyId, triggerRequestId }: TaskSubjectGiven,
): Promise<SeenSubject> {
  const seen = <Row extends { clockId: string | null }>(
    found: Row | undefined,
    about: TaskSubject,
    [what, id]: readonly [what: string, id: string],
  ) => {
    if (found === undefined) throw new NotFound(what, id, { field: `about.${Object.keys(about)[0]}` });
    return { about, clockId: found.clockId };
  };
  if (clientId !== undefined) {
    const client = await Client.query(db).findById(clientId).modify('visibleTo', organizationId);
    return seen(client, { clientId }, ['client', clientId]);
  }
  if (quoteId !== undefined) {
    const quote = await Quote.query(db)
      .findById(quoteId)
      .modify('visibleTo', organizationId)
      .select('clock_id');
    return seen(quote, { quoteId }, ['quote', quoteId]);
  }
  if (policyId !== undefined)
    return seen(await policyVisibleTo(db, organizationId, policyId), { policyId }, ['policy', policyId]);
  const id = triggerRequestId ?? '';
  const key = await keyOfEvent(db, { organizationId, triggerRequestId: id });
  const event = key === undefined ? undefined : await Event.query(db).findById(key).select('clock_id');
  return seen(event, { triggerRequestId: key ?? id }, ['event', id]);
}

/** The key of the event that a filter names; an unknown one finds nothing. */
export async function keyedEvent(
  db: Knex,
  organizationId: string,
  triggerRequestId: string | undefined,
): Promise<string | undefined> {
  if (triggerRequestId === undefined) return undefined;
  return (await keyOfEvent(db, { organizationId, triggerRequestId })) ?? triggerRequestId;
}
