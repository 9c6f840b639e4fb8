import { ApplicationFailure } from '@temporalio/common';
import { ClockAdvances } from '../../db/clock.js';
import { ClientErased } from '../../db/events/accept-event.js';
import { beginRow, runningSince, unstartedRuns, waitingRows } from '../../db/jobs/begin-row.js';
import { countJob } from '../../db/jobs/end-job.js';
import { settleRows } from '../../db/jobs/settle-rows.js';
import { Job } from '../../db/models/job.js';
import { JobRow } from '../../db/models/job-row.js';
import type { JobCounts, JobState } from '../../domain/jobs/job-types.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, isRefusedByDatabase } from '../ground/failures.js';
import { errorAt, rowToBegin } from './row-to-begin.js';

/** Where a job is after a step; small, because its workflow's history has it. */
export interface JobStep {
  /** Null if the job was deleted. */
  state: JobState | null;
  counts: JobCounts | null;
  /** The runs to start. */
  fired: RunPlan[];
  /** Rows whose end was recorded, or that failed at once. */
  ended: number;
  /** Nothing is to be done until somebody changes the job. */
  isOver: boolean;
}

/** A row that runs longer waits for others, such as a carrier, and leaves its place to the next one. */
const longestInPlaceMs = 30_000;
/** A run that has not begun by then was not started. */
const startedByMs = 5_000;
/** Side by side, so that one is prepared while another waits for the database. */
const lanes = 4;

/** Records the rows of a job that have ended, and fires the next ones. */
export function createRunJobStep(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (jobId: string): Promise<JobStep> =>
    asActivity(async () => {
      const job = await Job.query(db).findById(jobId);
      if (job === undefined) return { state: null, counts: null, fired: [], ended: 0, isOver: true };
      const settled = await settleRows(db, job);
      const begun = job.state === 'RUNNING' ? await beginRows(dependencies, job) : [];
      const late = await unstartedRuns(db, jobId, new Date(now().getTime() - startedByMs));
      const counted = await countJob(db, job, now());
      const fired = begun.flatMap((plan) => plan ?? []);
      return {
        state: counted?.state ?? null,
        counts: counted?.counts ?? null,
        fired: [...fired, ...late],
        ended: settled + begun.length - fired.length,
        isOver: counted === undefined || (await isOver(dependencies, counted)),
      };
    });
}

/** A paused job goes on until what runs has ended. */
async function isOver({ db }: ActivityDependencies, { id, state, endedAt }: Job): Promise<boolean> {
  if (endedAt !== null) return true;
  return state === 'PAUSED' && (await runningSince(db, id, new Date(0))) === 0;
}

/** The plans of the rows that were fired; null for each that was not. */
async function beginRows(dependencies: ActivityDependencies, job: Job): Promise<(RunPlan | null)[]> {
  const { db, now } = dependencies;
  const inPlace = await runningSince(db, job.id, new Date(now().getTime() - longestInPlaceMs));
  const left = (await waitingRows(db, job.id, job.fanOut - inPlace)).values();
  const begun: (RunPlan | null)[] = [];
  const failures: unknown[] = [];
  const work = async () => {
    for (const rowNumber of left) {
      try {
        begun.push(await fireRow(dependencies, job, rowNumber));
      } catch (error) {
        // The row waits still; the others go on.
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  // What was fired has to be started first: the next step tries again.
  if (begun.length === 0 && failures.length > 0) throw failures[0];
  return begun;
}

/** Fires a row, or records why it cannot be. What its own data causes fails the row, and not the job. */
async function fireRow(
  dependencies: ActivityDependencies,
  job: Job,
  rowNumber: number,
): Promise<RunPlan | null> {
  const { db, now } = dependencies;
  const row = await JobRow.query(db).findById([job.id, rowNumber]);
  if (row?.state !== 'WAITING') return null;
  const begin = { jobId: job.id, rowNumber, now: now() };
  try {
    return await beginRow(db, begin, await rowToBegin(dependencies, job, row));
  } catch (error) {
    const detail = failureOfRow(error);
    if (detail === undefined) throw error;
    return beginRow(db, begin, { error: errorAt(job, detail) });
  }
}

/** Why the data of a row keep it from being fired; undefined for failures that another attempt may not have. */
function failureOfRow(error: unknown): string | undefined {
  if (error instanceof ClockAdvances || error instanceof ClientErased) return error.message;
  if (error instanceof ApplicationFailure && error.nonRetryable) return error.message;
  if (isRefusedByDatabase(error)) return 'the database refused it';
  return error instanceof TypeError || error instanceof RangeError ? error.message : undefined;
}
