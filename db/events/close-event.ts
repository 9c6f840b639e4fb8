import type { Knex } from 'knex';
import type { Refusal } from '../../domain/events/refusal.js';

/** Says which event is closed, with its trigger result: `<triggerRequestId><JSON, unless it is long>`. */
export const eventClosedChannel = 'event_closed';

/** PostgreSQL takes messages below 8000 bytes. */
const longestAnnounced = 7_000;

/** Closes an event unless it is closed; takes the trigger result, the moment and the `triggerRequestId`. */
export const closing = closingAs('COMPLETED');

function closingAs(state: 'COMPLETED' | 'FAILED' | 'CANCELLED'): string {
  // Failed actions that are run again leave the first result as it is.
  return `update events set state = '${state}', trigger_result = coalesce(trigger_result, cast(? as jsonb)), closed_at = ?
  where trigger_request_id = ? and closed_at is null
  returning trigger_request_id as id, trigger_result::text as result`;
}

/** What `closing` closed is announced, to whoever waits for it in whichever process. */
export const announcing = (closed: string): string =>
  `select pg_notify('${eventClosedChannel}',
     id::text || case when octet_length(result) < ${longestAnnounced} then result else '' end) from ${closed}`;

const closeAlone = `with closed as (${closing}) ${announcing('closed')}`;
const refuse = `with closed as (${closingAs('FAILED')}) ${announcing('closed')}`;
const cancel = `with closed as (${closingAs('CANCELLED')}) ${announcing('closed')}`;

/** Closes an event's row with its trigger result, which a repeated fire is answered from, and announces it. */
export async function closeEvent(
  db: Knex,
  triggerRequestId: string,
  triggerResult: object,
  closedAt: Date,
): Promise<void> {
  await db
    .raw(closeAlone, [JSON.stringify(triggerResult), closedAt, triggerRequestId])
    .options({ name: 'event_close' });
}

/** Closes an event that the business refused, with the reason, and announces it. */
export async function closeRefused(
  trx: Knex,
  triggerRequestId: string,
  refused: { refusal: Refusal },
  closedAt: Date,
): Promise<void> {
  await trx
    .raw(refuse, [JSON.stringify(refused), closedAt, triggerRequestId])
    .options({ name: 'event_refuse' });
}

/** Closes an event whose run was cancelled, with the trigger result that it had by then, if any, and announces it. */
export async function closeCancelled(
  trx: Knex,
  triggerRequestId: string,
  triggerResult: object | null,
  closedAt: Date,
): Promise<void> {
  const result = triggerResult && JSON.stringify(triggerResult);
  await trx.raw(cancel, [result, closedAt, triggerRequestId]).options({ name: 'event_cancel' });
}
