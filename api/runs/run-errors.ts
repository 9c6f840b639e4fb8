import { isGrpcServiceError } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';

/** The run of this event was closed before: its result is in the database. */
export class RunClosed extends Error {}

/** Nobody answered in time, or Temporal cannot be reached: the event is kept and will run. */
export class RunUnanswered extends Error {
  constructor(cause: unknown) {
    super('Temporal or its workers do not answer', { cause });
  }
}

/** The meaning of a client error for a run that was to be started. */
export function runError(error: unknown): unknown {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return new RunClosed('closed', { cause: error });
  return isUnanswered(error) || isTaskRepeated(error) ? new RunUnanswered(error) : error;
}

/**
 * The server repeats a task if a message arrives while the run is about to end, as when a child run ends at
 * once. It drops the updates that were sent with the task: they are sent again, unless the run has closed.
 */
export function isTaskRepeated(error: unknown): boolean {
  return (
    isGrpcServiceError(error) &&
    error.code === 9 &&
    /workflow task (failure|in failed state)/i.test(error.message)
  );
}

const unansweredCodes = new Set([1, 4, 8, 14]);
/** The SDK's native part drops a call whose deadline is weeks away, as after the process's clock went back. */
const unansweredNames = new Set(['WorkflowUpdateRPCTimeoutOrCancelledError', 'NativePromiseDroppedError']);

/**
 * CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED or UNAVAILABLE, wherever the SDK wrapped them; or UNKNOWN where a
 * connection was reset.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error))
    return unansweredCodes.has(error.code) || (error.code === 2 && error.message.includes('transport error'));
  return unansweredNames.has(error.name) || isUnanswered(error.cause);
}
