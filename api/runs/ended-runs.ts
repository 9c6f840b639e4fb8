import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { eventOfRunId, eventRunType } from '../../workflows/contracts/event-run.js';
import { eventTypeAttribute, organizationAttribute } from '../../workflows/contracts/search-attributes.js';
import { eventDeliveryOptions, webhookDeliveryType } from '../../workflows/contracts/webhook-delivery.js';

/** One run of an event: 0 retries is the first, each repeat of failed actions is another. */
export interface RunOfEvent {
  triggerRequestId: string;
  retries: number;
}

export type RunEnd = 'COMPLETED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'FAILED';

/** A run that ended without having closed its event. */
export interface LostRun extends RunOfEvent {
  how: Extract<RunEnd, 'TERMINATED' | 'TIMED_OUT' | 'FAILED'>;
}

/** How a run ended, or that it has not; undefined where there is none. */
export async function endOfRun(handle: WorkflowHandle): Promise<RunEnd | 'RUNNING' | undefined> {
  try {
    return endOfStatus((await handle.describe()).status.name) ?? 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/**
 * The runs of a task queue that ended in this time by force or for good. They are found by how they ended, so that
 * runs that are under way, however many, cost nothing.
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

/** Starts what tells the webhook endpoints of an event that it is over. One that is there already is a success. */
export async function startDeliveries(
  client: Client,
  taskQueue: string,
  { fired, organizationId }: RunPlan,
): Promise<void> {
  const { triggerRequestId, type, notify = [], retry = 0 } = fired;
  const attributes = [
    { key: organizationAttribute, value: organizationId },
    { key: eventTypeAttribute, value: type },
  ];
  const starts = notify.map((endpointId) => {
    const toTell = { triggerRequestId, endpointId, runRetry: retry };
    const options = eventDeliveryOptions(toTell, { eventType: type, attributes });
    return client.workflow.start(webhookDeliveryType, { ...options, taskQueue });
  });
  await Promise.allSettled(starts);
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
