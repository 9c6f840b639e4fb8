import type { ModelObject } from 'objection';
import type { Job } from '../../db/models/job.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import type { JobCounts } from '../../domain/jobs/job-types.js';
import type { JobView } from './schemas.js';

/** A job with its rows by state: as counted now, else as last counted. */
export function jobObject(job: ModelObject<Job>, counted: JobCounts = job.counts): EveryField<JobView> {
  const { id, name, type, productId, productVersionId, state, fanOut, columns, rowCount, ...others } = job;
  const { createdAt, createdBy, updatedAt, endedAt, ...more } = others;
  // Not shown, or above.
  const { organizationId, counts, ...rest } = more;
  nothingLeft(rest);
  return {
    id,
    name: name ?? undefined,
    type,
    lineId: productId,
    productVersionId: productVersionId ?? undefined,
    state,
    fanOut,
    columns,
    rows: {
      total: rowCount,
      waiting: counted.WAITING,
      running: counted.RUNNING,
      done: counted.DONE,
      failed: counted.FAILED,
      canceled: counted.CANCELED,
    },
    createdTimestamp: createdAt.toISOString(),
    createdBy,
    updatedTimestamp: updatedAt.toISOString(),
    endedTimestamp: endedAt?.toISOString(),
  };
}
