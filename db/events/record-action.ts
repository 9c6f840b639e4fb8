import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ActionResult } from '../models/action-run.js';
import { rowText } from '../row-text.js';

export interface EndedAction {
  triggerRequestId: string;
  actionId: string;
  kind: 'DEFAULT' | 'CONFIGURED';
  type: string;
  name: string;
  state: 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  attempts: number;
  lastError: string | null;
  requestId: string | null;
  /** Its result, if it is stored. */
  result?: JsonObject | null;
  startedAt: Date;
  endedAt: Date;
}

const ending = (more = '') => `insert into action_runs
  select * from jsonb_populate_record(null::action_runs, cast(? as jsonb))
  on conflict (trigger_request_id, action_id) do update
  set state = excluded.state, attempts = excluded.attempts, last_error = excluded.last_error,
      request_id = excluded.request_id, ended_at = excluded.ended_at${more}
  where action_runs.state <> 'SUCCEEDED'`;

/** Records how an action ended, unless it had already succeeded; its binding is the row as JSON text. */
export const endingAction = ending();

const endingWithResult = `${ending(', result = excluded.result')} returning action_id`;

/**
 * Records how an action ended, in the transaction of its effect and before it. False if the action had
 * already succeeded: an earlier attempt committed, and the effect must not be repeated. Concurrent attempts
 * queue on the row's key.
 */
export async function recordAction(trx: Knex, action: EndedAction): Promise<boolean> {
  const { rows } = await trx
    .raw<{ rows: unknown[] }>(endingWithResult, [rowText(action)])
    .options({ name: 'action_end' });
  return rows.length > 0;
}

const running = `update events set state = 'RUNNING', client_id = coalesce(?, client_id),
    policy_id = coalesce(?, policy_id)
  where trigger_request_id = ? and state = 'ACCEPTED'`;

const runningWithResult = `with kept as (
    update action_runs set result = cast(? as jsonb) where trigger_request_id = ? and action_id = ?
  ) ${running}`;

/** An event whose first action is recorded is running: the sweep need not start it. */
export async function markRunning(trx: Knex, triggerRequestId: string): Promise<void> {
  await trx.raw(running, [null, null, triggerRequestId]).options({ name: 'event_running' });
}

/**
 * Stores an action's result, in the transaction of its effect, with its client and policy in the event if it is the
 * first.
 */
export async function keepResult(
  trx: Knex,
  { triggerRequestId, actionId }: { triggerRequestId: string; actionId: string },
  result: ActionResult,
): Promise<void> {
  const { clientId = null, policyId = null } = result;
  const kept = [JSON.stringify(result), triggerRequestId, actionId];
  await trx
    .raw(runningWithResult, [...kept, clientId, policyId, triggerRequestId])
    .options({ name: 'action_keep_result' });
}
