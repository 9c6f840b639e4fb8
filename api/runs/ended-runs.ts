import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { eventOfRunId, eventRunType } from '../../workflows/contracts/event-run.js';

/** One run of an event: 0 retries is the first run, each retry of failed actions is another. */
export interface RunOfEvent {
  triggerRequestId: string;
  retries: number;
}

export type RunEnd = 'COMPLETED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'FAILED';

/** A run that ended without closing its event. */
export interface LostRun extends RunOfEvent {
  how: Extract<RunEnd, 'TERMINATED' | 'TIMED_OUT' | 'FAILED'>;
}

/** How a run ended, or `RUNNING`; undefined if there is no run. */
export async function endOfRun(handle: WorkflowHandle): Promise<RunEnd | 'RUNNING' | undefined> {
  try {
    return endOfStatus((await handle.describe()).status.name) ?? 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/**
 * The runs of a task queue that were terminated, timed out or failed in this time. The query selects by
 * status, so that running workflows cost nothing.
 */
export async function* findLostRuns(
  client: Client,
  taskQueue: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<LostRun, void, undefined> {
  const query = [
    `WorkflowType = '${eventRunType}'`,
    `TaskQueue = '${taskQueue}'`,
    `ExecutionStatus IN ('Terminated', 'TimedOut', 'Failed')`,
    `CloseTime >= '${from.toISOString()}'`,
    `CloseTime < '${to.toISOString()}'`,
  ].join(' AND ');
  for await (const { workflowId, status } of client.workflow.list({ query, pageSize: 500 })) {
    const run = eventOfRunId(workflowId);
    const how = endOfStatus(status.name);
    if (run !== undefined && (how === 'TERMINATED' || how === 'TIMED_OUT' || how === 'FAILED')) {
      yield { ...run, how };
    }
  }
}

function endOfStatus(status: string): RunEnd | undefined {
  switch (status) {
    case 'CANCELLED':
    case 'TERMINATED':
    case 'TIMED_OUT':
    case 'FAILED':
    case 'COMPLETED':
      return status;
    default:
      return undefined;
  }
}
