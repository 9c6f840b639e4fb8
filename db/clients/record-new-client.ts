import type { Knex } from 'knex';
import { type EndedAction, endingAction } from '../events/record-action.js';
import { rowText } from '../row-text.js';
import type { NewClient } from './write-client.js';

/**
 * The end of the action that creates a client, and the client as `new_client`, which is empty if the action had already
 * succeeded; {@link newClientBindings} are its bindings.
 */
export const newClient = `client_action as (${endingAction} returning trigger_request_id),
  new_client as (
    insert into clients (id, organization_id, name, type, status, location_code, answers, answers_valid_from)
    select id, organization_id, name, type, status, location_code, answers,
           date_trunc('milliseconds', clock_timestamp())
    from jsonb_populate_record(null::clients, cast(? as jsonb)), client_action
    returning id
  )`;

/** The part of an update of the event that sets its client to the new one, if there is one. */
export const ofNewClient = 'client_id = coalesce((select id from new_client), client_id), ';

/** A client to be created, with the end of the action that creates it. */
export interface NewClientToRecord {
  client: NewClient;
  action: EndedAction;
}

export function newClientBindings({ client, action }: NewClientToRecord): string[] {
  return [rowText(action), rowText(client)];
}

const statement = `with ${newClient}
  update events set client_id = new_client.id, state = 'RUNNING' from new_client
  where trigger_request_id = ? and state = 'ACCEPTED'`;

/**
 * Creates the client of an event, with the end of the action that did it. One statement, so one round trip
 * and all or nothing; an action that had already succeeded changes nothing.
 */
export async function recordNewClient(db: Knex, record: NewClientToRecord): Promise<void> {
  await db
    .raw(statement, [...newClientBindings(record), record.action.triggerRequestId])
    .options({ name: 'client_record_new' });
}
