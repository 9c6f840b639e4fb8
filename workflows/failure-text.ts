import { ActivityFailure, isCancellation } from '@temporalio/workflow';

/** What went wrong in an action, in one line; a cancelled run is not a failed action and goes on upwards. */
export function failureText(error: unknown): string {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
