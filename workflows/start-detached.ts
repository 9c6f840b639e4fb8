import {
  type WithWorkflowArgs,
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import { type ChildWorkflowOptions, startChild } from '@temporalio/workflow';

/** Starts a workflow that goes on by itself, whatever becomes of this one; one that is there already is a success. */
export async function startDetached(
  type: string,
  options: WithWorkflowArgs<Workflow, ChildWorkflowOptions>,
): Promise<void> {
  try {
    await startChild(type, { ...options, parentClosePolicy: 'ABANDON' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
