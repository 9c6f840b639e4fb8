import type { Knex } from 'knex';
import { ownedBy } from '../models/visibility.js';
import type { Subject } from './personal-tables.js';

/** The ids of a client's records. */
export type RecordsOfClient = Readonly<Record<Subject, readonly string[]>>;

/** What an organization sees; all records if there is none. */
const seen = (table: Parameters<typeof ownedBy>[0], alias: string) =>
  `(cast(:organizationId as uuid) is null or ${ownedBy(table, alias).replace('?', 'cast(:organizationId as uuid)')})`;

const statement = `
  with recursive held as (
    select id, quote_id, renewal_quote_id from policies where client_id = :clientId
  ), about as (
    select trigger_request_id from events where client_id = :clientId
    union select trigger_request_id from events where policy_id in (select id from held)
    union select trigger_request_id from quotes where client_id = :clientId
    union select child.trigger_request_id from events child
      join about on about.trigger_request_id = child.parent_trigger_request_id
  ), quoted as (
    select request_id from quotes where client_id = :clientId
    union select quote.request_id from quotes quote join about using (trigger_request_id)
      where quote.client_id is null
  )
  select
    array(select p.id from policies p where p.client_id = :clientId and ${seen('policies', 'p')}) as policies,
    array(select e.trigger_request_id from events e join about using (trigger_request_id)
      where ${seen('events', 'e')}) as events,
    array(select q.request_id from quotes q join quoted using (request_id) where ${seen('quotes', 'q')}) as quotes,
    array(select d.id from documents d where (
        d.client_id = :clientId or d.policy_id in (select id from held)
        or d.quote_id in (select request_id from quoted)
        or d.trigger_request_id in (select trigger_request_id from about)
      ) and ${seen('documents', 'd')}) as documents,
    array(select t.id from tasks t where (
        t.client_id = :clientId or t.policy_id in (select id from held)
        or t.quote_id in (select request_id from quoted)
        or t.trigger_request_id in (select trigger_request_id from about)
      ) and ${seen('tasks', 't')}) as tasks,
    array(
      select payment.id from payments payment where payment.policy_id in (select id from held)
      union select payment.id from payments payment join payment_sessions s on s.id = payment.session_id
        where s.client_id = :clientId
    ) as payments`;

/** The ids of all records of a client, or of those that an organization sees. */
export async function recordsOfClient(
  db: Knex,
  clientId: string,
  organizationId: string | null = null,
): Promise<RecordsOfClient> {
  const { rows } = await db.raw<{ rows: [Omit<RecordsOfClient, 'client'>] }>(statement, {
    clientId,
    organizationId,
  });
  return { client: [clientId], ...rows[0] };
}
