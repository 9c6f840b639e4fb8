import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { eventOfWorkflowId } from '../../domain/runs/workflow-ids.js';

export type RunEnd = 'COMPLETED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'FAILED';

/** A run that ended without closing its event. 0 retries is the first run, each retry of failed actions is another. */
export interface LostRun {
  triggerRequestId: string;
  retries: number;
  how: Extract<RunEnd, 'TERMINATED' | 'TIMED_OUT' | 'FAILED'>;
  closedAt: Date;
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
 * Whether a run is of a past that the database has lost: it has completed, though its event is open, or it was closed
 * before its event was accepted. The database was restored to an earlier time, or failed over.
 */
export async function isOfLostPast(handle: WorkflowHandle, acceptedAt: Date): Promise<boolean> {
  try {
    const { status, closeTime } = await handle.describe();
    return status.name === 'COMPLETED' || (closeTime !== undefined && closeTime < acceptedAt);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * The runs of a task queue that were terminated, timed out or failed in this time. The query selects by
 * status, so that running workflows cost nothing; ids tell the runs of events from other workflows.
 */
export async function* findLostRuns(
  client: Client,
  taskQueue: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<LostRun, void, undefined> {
  const query = [
    `TaskQueue = '${taskQueue}'`,
    `ExecutionStatus IN ('Terminated', 'TimedOut', 'Failed')`,
    `CloseTime >= '${from.toISOString()}'`,
    `CloseTime < '${to.toISOString()}'`,
  ].join(' AND ');
  for await (const { workflowId, status, closeTime: closedAt = to } of client.workflow.list({
    query,
    pageSize: 500,
  })) {
    const run = eventOfWorkflowId(workflowId);
    const how = endOfStatus(status.name);
    if (run !== undefined && (how === 'TERMINATED' || how === 'TIMED_OUT' || how === 'FAILED')) {
      yield { triggerRequestId: run.key, retries: run.retries, how, closedAt };
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
