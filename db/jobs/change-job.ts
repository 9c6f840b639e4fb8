import type { Knex } from 'knex';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Job } from '../models/job.js';
import { JobRow } from '../models/job-row.js';
import { countRows } from './read-job.js';
import { settleFailedRows } from './settle-rows.js';

/** A job of an organization, and who changes it. */
export interface JobToChange extends Who {
  organizationId: string;
  jobId: string;
  /** System time. */
  now: Date;
}

export type ChangedJob = { job: Job } | { refused: 'UNKNOWN' | 'ENDED' | 'CANCELED' };

/** Fires no further row until the job is resumed. What runs goes on. Safe to repeat. */
export async function pauseJob(db: Database, asked: JobToChange): Promise<ChangedJob> {
  return changed(db, asked, async (trx, job) => {
    if (job.endedAt !== null || job.state === 'CANCELED') return { refused: 'ENDED' };
    if (job.state === 'PAUSED') return { job };
    return { job: await saved(trx, job, { state: 'PAUSED' }, { ...asked, action: 'JOB_PAUSED' }) };
  });
}

/** Goes on with a paused job. Safe to repeat. */
export async function resumeJob(db: Database, asked: JobToChange): Promise<ChangedJob> {
  return changed(db, asked, async (trx, job) => {
    if (job.endedAt !== null || job.state === 'CANCELED') return { refused: 'ENDED' };
    if (job.state === 'RUNNING') return { job };
    return { job: await saved(trx, job, { state: 'RUNNING' }, { ...asked, action: 'JOB_RESUMED' }) };
  });
}

/** Cancels the rows that wait. What runs goes on, and is recorded. Safe to repeat. */
export async function cancelJob(db: Database, asked: JobToChange): Promise<ChangedJob> {
  return changed(db, asked, async (trx, job) => {
    if (job.state === 'CANCELED') return { job };
    if (job.endedAt !== null) return { refused: 'ENDED' };
    await JobRow.query(trx).where({ job_id: job.id, state: 'WAITING' }).patch({ state: 'CANCELED' });
    return { job: await saved(trx, job, { state: 'CANCELED' }, { ...asked, action: 'JOB_CANCELED' }) };
  });
}

/** Has the rows that failed wait again, each for an event of its own. Without any nothing changes. */
export async function retryJob(db: Database, asked: JobToChange): Promise<ChangedJob> {
  return changed(db, asked, async (trx, job) => {
    if (job.state === 'CANCELED') return { refused: 'CANCELED' };
    await settleFailedRows(trx, job);
    const failed = await JobRow.query(trx)
      .where({ job_id: job.id, state: 'FAILED' })
      .patch({ state: 'WAITING', error: null, made: null });
    if (failed === 0 && !(await hasRunning(trx, job.id))) return { job: await recounted(trx, job) };
    const state = job.state === 'PAUSED' ? 'PAUSED' : 'RUNNING';
    return {
      job: await saved(trx, job, { state, endedAt: null }, { ...asked, action: 'JOB_RETRIED' }),
    };
  });
}

const hasRunning = async (trx: Knex, jobId: string): Promise<boolean> =>
  (await JobRow.query(trx).where({ job_id: jobId, state: 'RUNNING' }).resultSize()) > 0;

/** With its counts as they are: rows may be found done. */
const recounted = async (trx: Knex, job: Job): Promise<Job> =>
  job.$query(trx).patchAndFetch({ counts: await countRows(trx, job.id) });

async function changed(
  db: Database,
  { organizationId, jobId }: JobToChange,
  change: (trx: Knex, job: Job) => Promise<ChangedJob>,
): Promise<ChangedJob> {
  return db.transaction(async (trx) => {
    const job = await Job.query(trx).findById(jobId).modify('visibleTo', organizationId).forUpdate();
    return job === undefined ? { refused: 'UNKNOWN' as const } : change(trx, job);
  });
}

async function saved(
  trx: Knex,
  job: Job,
  change: Partial<Pick<Job, 'state' | 'endedAt'>>,
  { now, action, by, origin }: JobToChange & { action: AuditedAction & `JOB_${string}` },
): Promise<Job> {
  const counts = await countRows(trx, job.id);
  const next = await job.$query(trx).patchAndFetch({ ...change, counts, updatedAt: now });
  await auditJob(trx, action, next, { by, origin });
  return next;
}

/** Records in the audit log what was done to a job. */
export async function auditJob(
  trx: Knex,
  action: AuditedAction & `JOB_${string}`,
  { id, organizationId, name, type, rowCount }: Job,
  who: Who,
): Promise<void> {
  const details = { type, rows: rowCount, ...(name !== null && { name }) };
  await recordAudit(trx, { ...who, action, organizationId, targetId: id, details });
}
