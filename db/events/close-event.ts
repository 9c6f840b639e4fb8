import type { Knex } from 'knex';
import type { Refusal } from '../../domain/events/refusal.js';

/** Announces closed events with their trigger results: `<triggerRequestId><JSON, unless it is long>`. */
export const eventClosedChannel = 'event_closed';

/** PostgreSQL limits messages to less than 8000 bytes. */
const longestAnnounced = 7_000;

/**
 * Closes an event unless it is closed; its bindings are the trigger result, the time and the
 * `triggerRequestId`.
 */
export const closing = closingAs("'COMPLETED'");

/**
 * An event whose own action failed for good did not happen. One that could not save its client goes on without (spec 7).
 */
const byItsActions = `case when exists (
    select from action_runs as action where action.trigger_request_id = events.trigger_request_id
      and action.kind = 'DEFAULT' and action.type <> 'SAVE_CLIENT' and action.state = 'FAILED')
  then 'FAILED' else 'COMPLETED' end`;

function closingAs(state: string): string {
  // A retry of failed actions keeps the first result.
  return `update events set state = ${state}, trigger_result = coalesce(trigger_result, cast(? as jsonb)), closed_at = ?
  where trigger_request_id = ? and closed_at is null
  returning trigger_request_id as id, trigger_result::text as result`;
}

/** Announces the events that `closing` closed, to waiting requests in any process. */
export const announcing = (closed: string): string =>
  `select pg_notify('${eventClosedChannel}',
     id::text || case when octet_length(result) < ${longestAnnounced} then result else '' end) from ${closed}`;

const closeAlone = `with closed as (${closingAs(byItsActions)}) ${announcing('closed')}`;
const refuse = `with closed as (${closingAs("'FAILED'")}) ${announcing('closed')}`;
const cancel = `with closed as (${closingAs("'CANCELLED'")}) ${announcing('closed')}`;

/** Closes an event's row with its trigger result, as `FAILED` if an action of its own failed for good, which a repeated fire returns, and announces it. */
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

/** Closes an event whose run was cancelled, with its trigger result so far, if any, and announces it. */
export async function closeCancelled(
  trx: Knex,
  triggerRequestId: string,
  triggerResult: object | null,
  closedAt: Date,
): Promise<void> {
  const result = triggerResult && JSON.stringify(triggerResult);
  await trx.raw(cancel, [result, closedAt, triggerRequestId]).options({ name: 'event_cancel' });
}
