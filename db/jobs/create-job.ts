import { randomUUID } from 'node:crypto';
import { noRows } from '../../domain/jobs/job-types.js';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { rowOf } from '../models/base.js';
import { Job } from '../models/job.js';
import { JobRow } from '../models/job-row.js';
import { auditJob } from './change-job.js';

export type NewJobRow = Pick<JobRow, 'cells' | 'payload' | 'clientId' | 'policyId'>;

export interface NewJob
  extends Who,
    Pick<
      Job,
      | 'organizationId'
      | 'name'
      | 'type'
      | 'productId'
      | 'productVersionId'
      | 'fanOut'
      | 'columns'
      | 'createdBy'
      | 'createdAt'
    > {
  /** If an earlier attempt may have made it. */
  id?: string | undefined;
  /** In their order. */
  rows: readonly NewJobRow[];
}

const batchSize = 1_000;

/** Makes a job with its rows, once for each id. Its workflow is to be woken afterwards. */
export async function createJob(
  db: Database,
  { id = randomUUID(), rows, by, origin, ...job }: NewJob,
): Promise<Job> {
  return db.transaction(async (trx) => {
    const earlier = await Job.query(trx).modify('visibleTo', job.organizationId).findById(id);
    if (earlier !== undefined) return earlier;
    const created = await Job.query(trx)
      .insert({
        id,
        ...job,
        updatedAt: job.createdAt,
        rowCount: rows.length,
        counts: { ...noRows, WAITING: rows.length },
      })
      .returning('*');
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = rows.slice(from, from + batchSize);
      await trx('job_rows').insert(
        batch.map((row, index) => rowOf(JobRow, { jobId: id, rowNumber: from + index + 1, ...row })),
      );
    }
    await auditJob(trx, 'JOB_CREATED', created, { by, origin });
    return created;
  });
}
