import {
  type WithWorkflowArgs,
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import {
  type ChildWorkflowOptions,
  getExternalWorkflowHandle,
  isCancellation,
  startChild,
} from '@temporalio/workflow';
import type { TimedOutWait } from '../activities/clocks/move-clock.js';
import type { PolicyWorkflow } from '../domain/policy/policy-workflow.js';
import type { FiredEvent, RunPlan } from '../domain/runs/fired-event.js';
import { recording } from './activity-options.js';
import { type InboundSignal, inboundSignal } from './contracts/event-run.js';
import { eventRunOptions } from './contracts/event-run-options.js';
import { policyChangedSignal, policyTermOptions, policyType } from './contracts/policy-term.js';
import { lookSignal, webhookQueueOptions, webhookQueueType } from './contracts/webhook-queue.js';
import { localActivities } from './titled-activities.js';

/** Starts the run of an event that an action fired. */
export function startRun(plan: RunPlan): Promise<void> {
  return startDetached(plan.fired.type, eventRunOptions(plan));
}

/**
 * The same, and calls `ended` when the run has ended, whatever its end; not for a run that was started before. Its end is
 * not awaited: the run outlives this workflow.
 */
export async function startFollowedRun(plan: RunPlan, ended: () => void): Promise<void> {
  try {
    const run = await startChild(plan.fired.type, {
      ...eventRunOptions(plan),
      parentClosePolicy: 'ABANDON',
      cancellationType: 'ABANDON',
    });
    run.result().then(ended, ended);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Starts the workflow of a policy. */
export function startPolicyTerm(policy: PolicyWorkflow): Promise<void> {
  return startDetached(policyType, policyTermOptions(policy));
}

/** Signals a policy's workflow that the policy has changed; where there is none, starts it. */
export function signalPolicyTerm(policy: PolicyWorkflow): Promise<void> {
  return signalOrStart(policyChangedSignal, policyType, policyTermOptions(policy));
}

/** Ends the wait of a run as its time-out does: it finds no message. A run that is over waits no more. */
export async function endWait({ workflowId, requestId }: TimedOutWait): Promise<void> {
  const message: InboundSignal = { requestId, messageId: requestId };
  try {
    await getExternalWorkflowHandle(workflowId).signal(inboundSignal, message);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}

const recorded = localActivities(recording);

/**
 * Opens the deliveries to the webhook endpoints that are notified of the event's end, and wakes their queues; call it
 * when the event's row is closed.
 */
export async function startDeliveries(event: FiredEvent): Promise<void> {
  const { triggerRequestId, notify = [], retry: runRetry = 0 } = event;
  if (notify.length === 0) return;
  const toOpen = { triggerRequestId, runRetry, endpointIds: notify };
  const idle = await recorded('openWebhookDeliveries')(toOpen);
  await Promise.all(
    idle.map((queue) => signalOrStart(lookSignal, webhookQueueType, webhookQueueOptions(queue))),
  );
}

/** Signals a workflow; where there is none, starts it. */
async function signalOrStart(
  signal: string,
  type: string,
  options: WithWorkflowArgs<Workflow, ChildWorkflowOptions> & { workflowId: string },
): Promise<void> {
  try {
    await getExternalWorkflowHandle(options.workflowId).signal(signal);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await startDetached(type, options);
  }
}

/** Starts a workflow that outlives this one; one that is running already is a success. */
async function startDetached(
  type: string,
  options: WithWorkflowArgs<Workflow, ChildWorkflowOptions>,
): Promise<void> {
  try {
    await startChild(type, { ...options, parentClosePolicy: 'ABANDON' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
