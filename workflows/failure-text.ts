import { ApplicationFailure } from '@temporalio/common';
import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { type Refusal, refusalType } from '../domain/events/refusal.js';

/** The cause of an action's failure, in one line; a cancellation is no failure and is rethrown. */
export function failureText(error: unknown): string {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The refusal behind a failure, if it is one. */
export function refusalOf(error: unknown): Refusal | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure) || cause.type !== refusalType) return undefined;
  const [{ field, code, holdId } = {}] = (cause.details ?? []) as Omit<Refusal, 'detail'>[];
  return {
    detail: cause.message,
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
    ...(holdId !== undefined && { holdId }),
  };
}
