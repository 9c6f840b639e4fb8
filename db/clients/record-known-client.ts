import { type EndedAction, endingAction } from '../events/record-action.js';
import { seenBy } from '../models/visibility.js';
import { rowText } from '../row-text.js';
import { type NewClient, nextAnswersFrom } from './write-client.js';

/** The answers of an intake for a client, and the name in them, if they have one. */
export interface KnownClient extends Pick<NewClient, 'id' | 'organizationId' | 'answers'> {
  name: string | null;
}

/** The save of a known client from an intake, with the end of the action that does it. */
export interface KnownClientToRecord {
  known: KnownClient;
  action: EndedAction;
}

/**
 * The end of the action that saves a known client from an intake, and the save as `saveClientFromIntake` does it: the
 * client is locked until the transaction ends, and changed answers close the version before them. Nothing if the action
 * had already succeeded. {@link knownClientBindings} are its bindings.
 */
export const knownClient = `client_action as (${endingAction} returning trigger_request_id),
  known_client as (
    select client.id, client.name as earlier_name, client.answers as earlier, client.answers_valid_from,
      coalesce(saved.name, client.name) as name, client.answers || saved.answers as answers
    from client_action, jsonb_populate_record(null::clients, cast(? as jsonb)) as saved
    join clients as client
      on client.id = saved.id and ${seenBy('clients', 'client')}
    for no key update of client
  ), archived as (
    insert into client_answer_history (client_id, valid_from, valid_until, answers)
    select id, answers_valid_from, ${nextAnswersFrom}, earlier
    from known_client where answers <> earlier
    returning valid_until
  ), saved_client as (
    update clients set name = known_client.name, answers = known_client.answers, updated_at = clock_timestamp(),
      answers_valid_from = coalesce((select valid_until from archived), clients.answers_valid_from)
    from known_client
    where clients.id = known_client.id
      and (known_client.answers <> earlier or known_client.name is distinct from earlier_name)
  )`;

/** The part of an update of the event by which the statement fails if there is no such client. */
export const ofKnownClient = `client_id = case when exists (select from client_action)
  then coalesce((select id::text from known_client), 'the client does not exist')::uuid else client_id end, `;

export function knownClientBindings({ known, action }: KnownClientToRecord): string[] {
  const { organizationId, ...client } = known;
  return [rowText(action), rowText(client), organizationId];
}
