import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { idleJobs } from '../../db/jobs/idle-jobs.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import type { JobRuns } from './job-runs.js';
import { overdueWork } from './overdue-work.js';

export interface JobSweepOptions {
  db: Database;
  runs: Pick<JobRuns, 'wake'>;
  /** System time. */
  now: () => Date;
}

/** A workflow that merely waits is not disturbed. */
const graceMs = 30_000;

/**
 * Wakes the workflows of jobs that have not ended and were not worked on for a while, and returns their number: the process
 * died before it could start the workflow, or the workflow was terminated.
 */
export async function wakeIdleJobs({ db, runs, now }: JobSweepOptions): Promise<number> {
  const idle = await idleJobs(db, { now: now(), before: new Date(now().getTime() - graceMs) });
  for (const job of idle) await runs.wake(job);
  return idle.length;
}

/** `wakeIdleJobs`, again and again. */
export function jobSweep(options: JobSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({ what: 'jobs', everyMs: 15_000, log, wake: () => wakeIdleJobs(options) });
}
