import type { Knex } from 'knex';
import { clientTime } from '../clock.js';
import { ActionRun } from '../models/action-run.js';
import { rowOf } from '../models/base.js';
import { markRunning } from './record-action.js';

const msPerHour = 3_600_000;

export interface BeginningAction {
  triggerRequestId: string;
  actionId: string;
  type: string;
  name: string;
  attempts: number;
  /** The request id for an inbound message, if one may come. */
  requestId: string | null;
  /** The organization that the request goes to: it alone may send the message. */
  quotingOrganizationId: string | null;
  startedAt: Date;
}

/**
 * Records that an action has begun that ends later, such as one that waits for an inbound message. False if
 * it has ended already.
 */
export async function beginWaitingAction(trx: Knex, action: BeginningAction): Promise<boolean> {
  await markRunning(trx, action.triggerRequestId);
  // Not through the model, whose insert returns its input if the database returns no row.
  const row = rowOf(ActionRun, { ...action, kind: 'CONFIGURED', state: 'RUNNING' });
  const written: unknown[] = await trx('action_runs')
    .insert(row)
    .onConflict(['trigger_request_id', 'action_id'])
    .merge(['attempts'])
    .whereNull('action_runs.ended_at')
    .returning('action_id');
  return written.length > 0;
}

export interface WaitToRecord {
  triggerRequestId: string;
  actionId: string;
  waitsFor: string;
  waitsUntil: Date;
  /** By the test clock of its event; null without one. */
  clockWaitsUntil: Date | null;
}

/** When a wait ends that begins now, in real time and by the test clock of its event. */
export async function endOfWait(
  db: Knex,
  { now, clockId }: { now: () => Date; clockId: string | null },
  hours: number,
): Promise<Pick<WaitToRecord, 'waitsUntil' | 'clockWaitsUntil'>> {
  const after = (time: Date) => new Date(time.getTime() + hours * msPerHour);
  const clockWaitsUntil = clockId === null ? null : after(await clientTime(db, now, clockId));
  return { waitsUntil: after(now()), clockWaitsUntil };
}

/**
 * Records what an action waits for and until when, and returns the deadline; the first record holds.
 * Undefined if the action has ended. The row stays locked for the transaction.
 */
export async function markWaiting(
  trx: Knex,
  { triggerRequestId, actionId, ...wait }: WaitToRecord,
): Promise<Date | undefined> {
  const run = await lockAction(trx, triggerRequestId, actionId);
  if (run === undefined || run.endedAt !== null) return undefined;
  if (run.state === 'WAITING' && run.waitsUntil !== null) return run.waitsUntil;
  await run.$query(trx).patch({ state: 'WAITING', ...wait });
  return wait.waitsUntil;
}

/** An action's row, locked: nobody else ends it or accepts a message for it during the transaction. */
export async function lockAction(
  trx: Knex,
  triggerRequestId: string,
  actionId: string,
): Promise<ActionRun | undefined> {
  return ActionRun.query(trx).findById([triggerRequestId, actionId]).forUpdate();
}

/** Closes the open actions of a completed run: waits that never began. */
export async function skipOpenActions(trx: Knex, triggerRequestId: string, now: Date): Promise<void> {
  await ActionRun.query(trx)
    .where('trigger_request_id', triggerRequestId)
    .whereNull('ended_at')
    .patch({ state: 'SKIPPED', endedAt: now });
}

/** Ends the running actions of a run that cannot continue; `reason` is set if they count as failed. */
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
