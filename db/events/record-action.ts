import type { Knex } from 'knex';
import { type ActionResult, ActionRun } from '../models/action-run.js';
import { prepared, rowOf } from '../models/base.js';
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
  result?: ActionResult | null;
  startedAt: Date;
  endedAt: Date;
}

/** The columns that the end of an action writes into the row of its beginning. */
const ofEnd = ['state', 'attempts', 'last_error', 'request_id', 'result', 'ended_at'];

/**
 * Records how an action ended, in the transaction of its effect and before it. False if the action had
 * already succeeded: an earlier attempt committed, and the effect must not be repeated. Concurrent attempts
 * queue on the row's key.
 */
export async function recordAction(trx: Knex, action: EndedAction): Promise<boolean> {
  // Not through the model, whose insert returns its input if the database returns no row.
  const written: unknown[] = await trx('action_runs')
    .insert(rowOf(ActionRun, action))
    .onConflict(['trigger_request_id', 'action_id'])
    .merge(ofEnd)
    .whereNot('action_runs.state', 'SUCCEEDED')
    .returning('action_id');
  return written.length > 0;
}

/**
 * Marks an event as running, with the client and the policy that its first action found: the sweep need not start
 * it.
 */
export async function markRunning(
  trx: Knex,
  triggerRequestId: string,
  { clientId, policyId }: Pick<ActionResult, 'clientId' | 'policyId'> = {},
): Promise<void> {
  await Event.query(trx)
    .where({ trigger_request_id: triggerRequestId, state: 'ACCEPTED' })
    .patch({
      state: 'RUNNING',
      ...(clientId !== undefined && { clientId }),
      ...(policyId !== undefined && { policyId }),
    });
}

/** Stores an action's result, in the transaction of its effect. */
export async function keepResult(
  trx: Knex,
  { triggerRequestId, actionId }: Pick<EndedAction, 'triggerRequestId' | 'actionId'>,
  result: ActionResult,
): Promise<void> {
  await ActionRun.query(trx)
    .findById([triggerRequestId, actionId])
    .patch({ result })
    .modify(prepared, 'keep result');
  await markRunning(trx, triggerRequestId, result);
}
