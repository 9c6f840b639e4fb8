import type { Knex } from 'knex';
import { ActionRun } from '../models/action-run.js';
import { markRunning } from './record-action.js';

export interface BeginningAction {
  triggerRequestId: string;
  actionId: string;
  type: string;
  name: string;
  attempts: number;
  /** What an answer from outside names, where one may come. */
  requestId: string | null;
  /** It may send the answer, too, besides the event's organization. */
  quotingOrganizationId: string | null;
  startedAt: Date;
}

/** Writes down that an action has begun which ends later, such as one whose answer comes from outside. False where it has ended already. */
export async function beginWaitingAction(trx: Knex, action: BeginningAction): Promise<boolean> {
  await markRunning(trx, action.triggerRequestId);
  // Not by the model: its insert answers what was given where the database answers no row.
  const row = ActionRun.fromJson(
    { ...action, kind: 'CONFIGURED', state: 'RUNNING' },
    { skipValidation: true },
  ).$toDatabaseJson();
  const written: unknown[] = await trx('action_runs')
    .insert(row)
    .onConflict(['trigger_request_id', 'action_id'])
    .merge(['attempts'])
    .whereNull('action_runs.ended_at')
    .returning('action_id');
  return written.length > 0;
}

/**
 * Writes down what an action waits for and until when, and answers the latter: what was written first holds.
 * Undefined where the action has ended. The row stays locked for the transaction.
 */
export async function markWaiting(
  trx: Knex,
  wait: { triggerRequestId: string; actionId: string; waitsFor: string; waitsUntil: Date },
): Promise<Date | undefined> {
  const run = await lockAction(trx, wait.triggerRequestId, wait.actionId);
  if (run === undefined || run.endedAt !== null) return undefined;
  if (run.state === 'WAITING' && run.waitsUntil !== null) return run.waitsUntil;
  await run.$query(trx).patch({ state: 'WAITING', waitsFor: wait.waitsFor, waitsUntil: wait.waitsUntil });
  return wait.waitsUntil;
}

/** An action's row, locked: nobody else ends it or accepts an answer for it until the transaction does. */
export async function lockAction(
  trx: Knex,
  triggerRequestId: string,
  actionId: string,
): Promise<ActionRun | undefined> {
  return ActionRun.query(trx).findById([triggerRequestId, actionId]).forUpdate();
}

/** Closes what a run that is over has left open: waits whose turn never came. */
export async function skipOpenActions(trx: Knex, triggerRequestId: string, now: Date): Promise<void> {
  await ActionRun.query(trx)
    .where('trigger_request_id', triggerRequestId)
    .whereNull('ended_at')
    .patch({ state: 'SKIPPED', endedAt: now });
}

/** Ends what was under way in a run that goes no further; `reason` is why, where it counts as failed. */
export async function endActionsUnderWay(
  trx: Knex,
  triggerRequestId: string,
  { state, reason, endedAt }: { state: 'CANCELLED' | 'FAILED'; reason?: string | undefined; endedAt: Date },
): Promise<void> {
  await ActionRun.query(trx)
    .where('trigger_request_id', triggerRequestId)
    .whereIn('state', ['RUNNING', 'WAITING'])
    .patch({ state, endedAt, ...(reason !== undefined && { lastError: reason }) });
}
