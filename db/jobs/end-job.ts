import type { Database } from '../database.js';
import { Job } from '../models/job.js';
import { countRows } from './read-job.js';

/** How old the counts of a job that runs may be. */
const countEveryMs = 5_000;

/** Counts the rows of a job once in a while, and ends it if none waits or runs. Returns it as it is then. */
export async function countJob(db: Database, job: Job, now: Date): Promise<Job | undefined> {
  const isCounted = now.getTime() - job.updatedAt.getTime() < countEveryMs;
  if (isCounted && (await hasOpenRows(db, job.id))) return job;
  return db.transaction(async (trx) => {
    const locked = await Job.query(trx).findById(job.id).forUpdate();
    if (locked === undefined) return undefined;
    const counts = await countRows(trx, job.id);
    const isOver = counts.WAITING + counts.RUNNING === 0 && locked.state !== 'PAUSED';
    const state = isOver && locked.state === 'RUNNING' ? 'DONE' : locked.state;
    const endedAt = isOver ? (locked.endedAt ?? now) : null;
    return locked.$query(trx).patchAndFetch({ counts, state, endedAt, updatedAt: now });
  });
}

async function hasOpenRows(db: Database, jobId: string): Promise<boolean> {
  const open = await db('job_rows')
    .where('job_id', jobId)
    .whereIn('state', ['WAITING', 'RUNNING'])
    .first('row_number');
  return open !== undefined;
}
