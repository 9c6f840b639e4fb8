import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import {
  cancelJob,
  createJob,
  getJob,
  getJobResult,
  listJobs,
  pauseJob,
  resultFormats,
  resumeJob,
  retryJob,
} from './schemas.js';
import type { Jobs } from './service.js';

/** A reader that takes nothing for so long is disconnected. */
const idleMs = 60_000;

/** Jobs, an extension: an event for each row of a file. */
export function jobRoutes({ jobs }: { jobs: Jobs }): Router {
  const router = Router();
  router.post(
    createJob.path,
    validated(createJob, async ({ query, body }, req, res) => {
      const job = await jobs.create(callerOf(req), query, body.rows, req.operationId);
      res.status(201);
      return job;
    }),
  );
  router.get(
    listJobs.path,
    validated(listJobs, ({ query }, req) => jobs.list(callerOf(req), query)),
  );
  router.get(
    getJob.path,
    validated(getJob, ({ params }, req) => jobs.read(callerOf(req), params.jobId)),
  );
  router.get(
    getJobResult.path,
    validated(getJobResult, async ({ params, query }, req, res) => {
      const { format } = query;
      const pieces = await jobs.result(callerOf(req), params.jobId, query);
      const type = format === 'csv' ? resultFormats.csv : resultFormats.json;
      res.setTimeout(idleMs);
      res.writeHead(200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="job-${params.jobId}.${format}"`,
      });
      await pipeline(Readable.from(pieces), res, { signal: gone(res) });
    }),
  );
  const changes = [
    [pauseJob, jobs.pause],
    [resumeJob, jobs.resume],
    [cancelJob, jobs.cancel],
    [retryJob, jobs.retry],
  ] as const;
  for (const [declared, change] of changes) {
    router.post(
      declared.path,
      validated(declared, ({ params }, req) => change.call(jobs, callerOf(req), params.jobId)),
    );
  }
  return router;
}
