import type { Knex } from 'knex';
import type { Refusal } from '../../domain/events/refusal.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import { facts } from '../facts.js';
import { readRows, type TextStatement } from '../text-statement.js';

// No NOTIFY: PostgreSQL commits transactions that notify one after the other, in the whole database.

/**
 * Closes an event unless it is closed; its bindings are the trigger result, the time and the
 * `triggerRequestId`. Its row is a {@link ClosedRow}.
 *
 * @param ofClient the part that sets the event's client, for a statement that saves it; else empty.
 */
export const closingWith = (ofClient: string): string => closingAs("'COMPLETED'", ofClient);

/**
 * An event whose own action failed for good did not happen. One that could not save its client goes on without (spec 7).
 */
const byItsActions = `case when exists (
    select from action_runs as action where action.trigger_request_id = events.trigger_request_id
      and action.kind = 'DEFAULT' and action.type <> 'SAVE_CLIENT' and action.state = 'FAILED')
  then 'FAILED' else 'COMPLETED' end`;

function closingAs(state: string, and = ''): string {
  // A retry of failed actions keeps the first result.
  return `update events set ${and}state = ${state}, trigger_result = coalesce(trigger_result, cast(? as jsonb)), closed_at = ?
  where trigger_request_id = ? and closed_at is null
  returning trigger_result as "triggerResult", type, state`;
}

/** The row of an event that {@link closingWith} closed. */
export interface ClosedRow {
  triggerResult: RunResult | null;
  type: string;
  state: string;
}

/**
 * The trigger result of the event that a statement on `db` closed; undefined if it was closed already, or has none. Also
 * reports that it is closed.
 */
export function resultOfClosed(db: Knex, [closed]: readonly ClosedRow[]): RunResult | undefined {
  if (closed === undefined) return undefined;
  facts.eventClosed.tellAfterCommit(db, () => ({ type: closed.type, state: closed.state }));
  return closed.triggerResult ?? undefined;
}

const closeAlone: TextStatement = { name: 'event_close', sql: closingAs(byItsActions) };
const refuse: TextStatement = { name: 'event_refuse', sql: closingAs("'FAILED'") };
const cancel: TextStatement = { name: 'event_cancel', sql: closingAs("'CANCELLED'") };

/**
 * Closes an event's row with its trigger result, which a repeated fire returns; as `FAILED` if an action of its own
 * failed for good. Returns the result, or undefined if the event was closed already.
 */
export async function closeEvent(
  db: Knex,
  triggerRequestId: string,
  triggerResult: object,
  closedAt: Date,
): Promise<RunResult | undefined> {
  const bindings = [JSON.stringify(triggerResult), closedAt, triggerRequestId];
  return resultOfClosed(db, await readRows<ClosedRow>(db, closeAlone, bindings));
}

/** Closes an event that the business refused, with the reason. */
export async function closeRefused(
  trx: Knex,
  triggerRequestId: string,
  refused: { refusal: Refusal },
  closedAt: Date,
): Promise<void> {
  const bindings = [JSON.stringify(refused), closedAt, triggerRequestId];
  resultOfClosed(trx, await readRows<ClosedRow>(trx, refuse, bindings));
}

/** Closes an event whose run was cancelled, with its trigger result so far, if any. */
export async function closeCancelled(
  trx: Knex,
  triggerRequestId: string,
  triggerResult: object | null,
  closedAt: Date,
): Promise<void> {
  const result = triggerResult && JSON.stringify(triggerResult);
  resultOfClosed(trx, await readRows<ClosedRow>(trx, cancel, [result, closedAt, triggerRequestId]));
}
