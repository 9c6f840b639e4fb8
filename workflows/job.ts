import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { JobStep } from '../activities/jobs/run-job-step.js';
import { shortWork } from './activity-options.js';
import { type JobInput, jobChangedSignal } from './contracts/job.js';
import { failureText } from './failure-text.js';
import { startFollowedRun } from './start.js';
import { localActivities } from './titled-activities.js';

export const jobChanged = defineSignal(jobChangedSignal);

const work = localActivities(shortWork);

/** A longer history is continued as a new run. */
const longestHistory = 4_000;
const afterFailureMs = 60_000;
/** How soon rows are looked after whose runs do not tell of their end; the longer nothing happens, the later. */
const leastPauseMs = 250;
const longestPauseMs = 15_000;

/**
 * A job: an event for each row of a file, some of them beside each other. The database knows which rows wait, run and have
 * ended; the workflow has the next ones fired, starts their runs, and goes on when one of them ends.
 */
export async function job({ jobId }: JobInput): Promise<void> {
  let news = 0;
  const tell = () => {
    news += 1;
  };
  setHandler(jobChanged, tell);
  for (let pause = leastPauseMs; ; ) {
    const seen = news;
    try {
      const step: JobStep = await work('runJobStep')(jobId);
      setCurrentDetails(describe(step));
      await Promise.all(step.fired.map((plan) => startFollowedRun(plan, tell)));
      if (step.isOver && news === seen) return;
      const isMoving = step.fired.length + step.ended > 0;
      pause = isMoving ? leastPauseMs : Math.min(pause * 2, longestPauseMs);
      await condition(() => news > seen, pause);
    } catch (error) {
      if (isCancellation(error)) throw error;
      setCurrentDetails(`The last step failed: ${failureText(error)}`);
      await condition(() => news > seen, afterFailureMs, { summary: 'Wait after a failure' });
    }
    if (workflowInfo().historyLength > longestHistory) await continueAsNew<typeof job>({ jobId });
  }
}

/** What the Temporal UI shows of a job. */
function describe({ state, counts }: JobStep): string {
  if (state === null || counts === null) return 'The job was deleted';
  const { WAITING, RUNNING, DONE, FAILED, CANCELED } = counts;
  return `**${state}**: ${WAITING} waiting, ${RUNNING} running, ${DONE} done, ${FAILED} failed, ${CANCELED} canceled`;
}
