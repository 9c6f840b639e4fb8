import type { Knex } from 'knex';
import { type JobCounts, type JobRowState, noRows } from '../../domain/jobs/job-types.js';
import type { Database } from '../database.js';
import { Job } from '../models/job.js';
import { JobRow } from '../models/job-row.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

const order = ['created_at', 'id'] as const;

/** A page of the jobs of an organization, the latest made first. */
export async function listJobs(
  db: Database,
  organizationId: string,
  limits: { offset: number; limit: number; countUpTo: number },
): Promise<{ jobs: Job[] } & Omit<ReadPage, 'ids'>> {
  const page = { table: 'jobs', organizationId, order, countedBy: order, ...limits } as const;
  const { ids, ...counted } = await readSeenPage(db, { ...page, narrow: () => undefined });
  const newest = order.map((column) => ({ column, order: 'desc' as const }));
  return { jobs: await Job.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** A job of an organization; undefined if it has none with the id. */
export async function findJob(db: Knex, organizationId: string, jobId: string): Promise<Job | undefined> {
  return Job.query(db).findById(jobId).modify('visibleTo', organizationId);
}

/** The rows of a job by their state, counted now. */
export async function countRows(db: Knex, jobId: string): Promise<JobCounts> {
  const found: { state: JobRowState; rows: string }[] = await db('job_rows')
    .where('job_id', jobId)
    .groupBy('state')
    .select('state')
    .count({ rows: '*' });
  return { ...noRows, ...Object.fromEntries(found.map(({ state, rows }) => [state, Number(rows)])) };
}

const batchSize = 1_000;

/** Which rows of a job are read; by default all. */
export interface JobRowsToRead {
  state?: JobRowState | undefined;
  /** The number of the row before the first. */
  after?: number | undefined;
  size?: number | undefined;
}

/** The rows of a job in their order, batch by batch. */
export async function* rowsOfJob(
  db: Database,
  jobId: string,
  { state, after = 0, size = Number.POSITIVE_INFINITY }: JobRowsToRead = {},
): AsyncGenerator<JobRow[], void, undefined> {
  let last = after;
  for (let left = size; left > 0; ) {
    const limit = Math.min(batchSize, left);
    const rows = await JobRow.query(db)
      .where('job_id', jobId)
      .where('row_number', '>', last)
      .modify((query) => {
        if (state !== undefined) query.where('state', state);
      })
      .orderBy('row_number')
      .limit(limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    last = rows.at(-1)?.rowNumber ?? last;
  }
}
