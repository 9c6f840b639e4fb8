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
  workflowInfo,
} from '@temporalio/workflow';
import type { FiredEvent, RunPlan } from '../domain/runs/fired-event.js';
import { eventRunType } from './contracts/event-run.js';
import { eventRunOptions } from './contracts/event-run-options.js';
import {
  policyChangedSignal,
  policyTermId,
  policyTermOptions,
  policyTermType,
} from './contracts/policy-term.js';
import { eventDeliveryOptions, webhookDeliveryType } from './contracts/webhook-delivery.js';

/** Starts the run of an event that an action fired. */
export function startRun(plan: RunPlan): Promise<void> {
  return startDetached(eventRunType, eventRunOptions(plan));
}

/** Starts the workflow of a policy. */
export function startPolicyTerm(policyId: string): Promise<void> {
  return startDetached(policyTermType, policyTermOptions(policyId));
}

/** Signals a policy's workflow that the policy has changed; where there is none, starts it. */
export async function signalPolicyTerm(policyId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(policyTermId(policyId)).signal(policyChangedSignal);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await startPolicyTerm(policyId);
  }
}

/** Starts a delivery for each webhook endpoint that is notified of the event's end; call it when its row is closed. */
export async function startDeliveries({ triggerRequestId, type, notify = [], retry = 0 }: FiredEvent) {
  const start = { eventType: type, attributes: workflowInfo().typedSearchAttributes.getAll() };
  await Promise.all(
    notify.map((endpointId) => {
      const toTell = { triggerRequestId, endpointId, runRetry: retry };
      return startDetached(webhookDeliveryType, eventDeliveryOptions(toTell, start));
    }),
  );
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
