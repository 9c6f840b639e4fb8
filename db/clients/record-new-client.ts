import type { Knex } from 'knex';
import { type EndedAction, endingAction } from '../events/record-action.js';
import { rowText } from '../row-text.js';
import type { NewClient } from './write-client.js';

const statement = `with first as (${endingAction} returning trigger_request_id),
  new_client as (
    insert into clients (id, organization_id, name, type, status, location_code, answers, answers_valid_from)
    select id, organization_id, name, type, status, location_code, answers,
           date_trunc('milliseconds', clock_timestamp())
    from jsonb_populate_record(null::clients, cast(? as jsonb)), first
    returning id
  )
  update events set client_id = new_client.id, state = 'RUNNING' from new_client
  where trigger_request_id = ? and state = 'ACCEPTED'`;

/**
 * Creates the client of an event, with the end of the action that did it. One statement, so one round trip
 * and all or nothing; an action that had already succeeded changes nothing.
 */
export async function recordNewClient(db: Knex, client: NewClient, action: EndedAction): Promise<void> {
  await db
    .raw(statement, [rowText(action), rowText(client), action.triggerRequestId])
    .options({ name: 'client_record_new' });
}
