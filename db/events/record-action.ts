import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import { ActionRun } from '../models/action-run.js';
import { Event } from '../models/event.js';

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

/** Records how an action ended, unless it had already succeeded; its binding is the row as JSON text. */
export const endingAction = `insert into action_runs
  select * from jsonb_populate_record(null::action_runs, cast(? as jsonb))
  on conflict (trigger_request_id, action_id) do update
  set state = excluded.state, attempts = excluded.attempts, last_error = excluded.last_error,
      request_id = excluded.request_id, ended_at = excluded.ended_at
  where action_runs.state <> 'SUCCEEDED'`;

/**
 * Records how an action ended, in the transaction of its effect and before it. False if the action had
 * already succeeded: an earlier attempt committed, and the effect must not be repeated. Concurrent attempts
 * queue on the row's key.
 */
export async function recordAction(trx: Knex, action: EndedAction): Promise<boolean> {
  // Not through the model, whose insert returns its input if the database returns no row.
  const row = ActionRun.fromJson(action, { skipValidation: true }).$toDatabaseJson();
  const written: unknown[] = await trx('action_runs')
    .insert(row)
    .onConflict(['trigger_request_id', 'action_id'])
    .merge(['state', 'attempts', 'last_error', 'request_id', 'result', 'ended_at'])
    .where('action_runs.state', '<>', 'SUCCEEDED')
    .returning('action_id');
  return written.length > 0;
}

/** An event whose first action is recorded is running: the sweep need not start it. */
export async function markRunning(
  trx: Knex,
  triggerRequestId: string,
  change: { clientId?: string; policyId?: string } = {},
): Promise<void> {
  await Event.query(trx)
    .findById(triggerRequestId)
    .where('state', 'ACCEPTED')
    .patch({ state: 'RUNNING', ...change });
}
