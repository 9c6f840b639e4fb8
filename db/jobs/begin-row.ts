import type { Knex } from 'knex';
import { clientOfEvent } from '../../domain/events/client-of-event.js';
import type { RowError } from '../../domain/jobs/job-types.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Database } from '../database.js';
import { acceptOwn, type NewEvent } from '../events/accept-event.js';
import { Event } from '../models/event.js';
import { Job } from '../models/job.js';
import { JobRow } from '../models/job-row.js';

/** The numbers of the next rows that wait. */
export async function waitingRows(db: Database, jobId: string, limit: number): Promise<number[]> {
  if (limit <= 0) return [];
  const rows = await JobRow.query(db)
    .where({ job_id: jobId, state: 'WAITING' })
    .orderBy('row_number')
    .limit(limit)
    .select('row_number');
  return rows.map(({ rowNumber }) => rowNumber);
}

/** How many rows of a job were fired since a time and run still. */
export async function runningSince(db: Database, jobId: string, since: Date): Promise<number> {
  return JobRow.query(db)
    .where({ job_id: jobId, state: 'RUNNING' })
    .where('fired_at', '>=', since)
    .resultSize();
}

/** The event of a row, or why it is not fired. */
export type RowToBegin =
  | { error: RowError }
  | { named: { organizationId: string; triggerRequestId: string }; make(key: string): NewEvent };

/**
 * Fires a row's event, or records why it is not fired, in one transaction. Null if the row does not wait any more, or the
 * job was paused or canceled meanwhile.
 *
 * @throws ClientErased
 * @throws ClockAdvances
 */
export async function beginRow(
  db: Database,
  { jobId, rowNumber, now }: { jobId: string; rowNumber: number; now: Date },
  begun: RowToBegin,
): Promise<RunPlan | null> {
  return db.transaction(async (trx) => {
    const row = await lockWaiting(trx, jobId, rowNumber);
    if (row === undefined) return null;
    const attempts = row.attempts + 1;
    const ofRow = () => JobRow.query(trx).findById([jobId, rowNumber]);
    if ('error' in begun) {
      await ofRow().patch({ state: 'FAILED', attempts, error: begun.error, triggerRequestId: null });
      return null;
    }
    const { event } = await acceptOwn(trx, begun.named, begun.make);
    await ofRow().patch({
      state: 'RUNNING',
      attempts,
      firedAt: now,
      triggerRequestId: event.triggerRequestId,
      // A client that the event creates has its id before.
      clientId: event.clientId ?? clientOfEvent(event.triggerRequestId, event.envelope) ?? row.clientId,
      policyId: event.policyId ?? row.policyId,
    });
    return event.plan;
  });
}

/** The row, locked, if it waits and its job runs, which stays so until the transaction ends. */
async function lockWaiting(trx: Knex, jobId: string, rowNumber: number): Promise<JobRow | undefined> {
  const job = await Job.query(trx).findById(jobId).where('state', 'RUNNING').select('id').forShare();
  if (job === undefined) return undefined;
  return JobRow.query(trx).findById([jobId, rowNumber]).where('state', 'WAITING').forUpdate();
}

/** The runs of rows that were fired before a time and have not begun: the worker died before it could start them. */
export async function unstartedRuns(db: Database, jobId: string, before: Date): Promise<RunPlan[]> {
  const events = await Event.query(db)
    .whereIn(
      'trigger_request_id',
      JobRow.query(db)
        .where({ job_id: jobId, state: 'RUNNING' })
        .where('fired_at', '<', before)
        .select('trigger_request_id'),
    )
    .where('state', 'ACCEPTED')
    .limit(100)
    .select('plan');
  return events.map(({ plan }) => plan);
}
