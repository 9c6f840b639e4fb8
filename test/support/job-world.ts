import type { JobQuery, JobResultQuery, JobView } from '../../api/jobs/schemas.js';
import { Jobs } from '../../api/jobs/service.js';
import { JobRuns } from '../../api/runs/job-runs.js';
import { wakeIdleJobs } from '../../api/runs/job-sweep.js';
import type { JobEventType } from '../../domain/jobs/job-types.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { shopOfLives } from './shop-of-lives.js';
import { shopIds } from './shop-product.js';

/** A line of a job's result. */
export type ResultLine = Record<string, unknown>;

export interface JobWorld extends EventWorld {
  jobs: Jobs;
  /** Makes a job of the agency, or of the insurer. */
  make(
    type: JobEventType,
    rows: string | object[],
    query?: Partial<JobQuery>,
    by?: EventWorld['agency'],
  ): Promise<JobView>;
  /** Waits until no row waits or runs, and answers the job. */
  untilEnded(jobId: string): Promise<JobView>;
  /** The lines of its result, in the order of the rows. */
  result(jobId: string, asked?: Partial<JobResultQuery>): Promise<ResultLine[]>;
  /** As every API process does: wakes jobs whose workflow is lost. */
  sweepJobs(): Promise<number>;
}

/** Jobs on a real Temporal server. The worker is the test's to start. */
export async function aJobWorld(definition: ProductDefinition = shopOfLives()): Promise<JobWorld> {
  const world = await anEventWorld(definition);
  const { db, client, taskQueue, catalog, agency } = world;
  const now = () => new Date();
  const runs = new JobRuns({ client, taskQueue });
  const jobs = new Jobs({ db, catalog, runs, now });
  return {
    ...world,
    jobs,
    make: (type, rows, query = {}, by = agency) =>
      jobs.create(by, { type, lineId: shopIds.line, fanOut: 8, ...query }, rows as string),
    async untilEnded(jobId) {
      for (;;) {
        const job = await jobs.read(agency, jobId);
        if (job.endedTimestamp !== undefined) return job;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async result(jobId, asked = {}) {
      let text = '';
      for await (const piece of await jobs.result(agency, jobId, { format: 'ndjson', ...asked }))
        text += piece;
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
    sweepJobs: () => wakeIdleJobs({ db, runs, now }),
  };
}

/** CSV of shops that ask for quotes. */
export function shopsToQuote(count: number, effectiveDate = '2026-12-01'): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${effectiveDate},Shop ${index + 1},${100_000 + index},agent ${index % 3}`,
  );
  return ['effectiveDate,client.name,shop.revenue,own.agent', ...rows].join('\n');
}
