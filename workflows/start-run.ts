import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { startChild } from '@temporalio/workflow';
import type { RunPlan } from '../domain/events/fired-event.js';
import { eventRunType } from './contracts/event-run.js';
import { eventRunOptions } from './contracts/event-run-options.js';

/** Starts the run of an event that an action fired. It goes on by itself; one that is there already is a success. */
export async function startRun(plan: RunPlan): Promise<void> {
  try {
    await startChild(eventRunType, { ...eventRunOptions(plan), parentClosePolicy: 'ABANDON' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
