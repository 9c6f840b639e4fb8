import type { Client } from '@temporalio/client';
import type { Job } from '../../db/models/job.js';
import { jobChangedSignal, jobOptions, jobType } from '../../workflows/contracts/job.js';

/** The longest that a request waits for Temporal; the sweep starts what it has not. */
const wakeLimitMs = 2_000;

type WokenJob = Pick<Job, 'id' | 'organizationId' | 'type' | 'rowCount'>;

/** Starts the workflows of jobs; the only place that does. */
export class JobRuns {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Has the workflow of a job go on, and starts the workflow if there is none. */
  async wake({ id: jobId, organizationId, type, rowCount }: WokenJob): Promise<void> {
    await this.uses.client.withDeadline(Date.now() + wakeLimitMs, () =>
      this.uses.client.workflow.signalWithStart(jobType, {
        ...jobOptions({ jobId, organizationId, type, rowCount }),
        taskQueue: this.uses.taskQueue,
        signal: jobChangedSignal,
      }),
    );
  }

  /** The same; while Temporal is unavailable, the sweep does it later. */
  async wakeSoon(job: WokenJob): Promise<void> {
    try {
      await this.wake(job);
    } catch {
      // The job is in the database: nothing is lost.
    }
  }
}
