import type { Database } from '../database.js';
import { Job } from '../models/job.js';

const batchSize = 200;

/**
 * Jobs that have not ended, have something to do (of a paused one, rows that run) and were not worked on since `before`, the longest idle first. They count as
 * worked on now, so that the next batch has others.
 */
export async function idleJobs(db: Database, { now, before }: { now: Date; before: Date }): Promise<Job[]> {
  const idle = Job.query(db)
    .whereNull('ended_at')
    .whereRaw(
      `(state <> 'PAUSED' or exists (
        select from job_rows where job_rows.job_id = jobs.id and job_rows.state = 'RUNNING'))`,
    )
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(batchSize)
    .select('id');
  return Job.query(db).whereIn('id', idle).patch({ updatedAt: now }).returning('*');
}
