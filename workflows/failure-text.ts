import { ApplicationFailure } from '@temporalio/common';
import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { type Refusal, refusalType } from '../domain/events/refusal.js';

/** What went wrong in an action, in one line; a cancelled run is not a failed action and goes on upwards. */
export function failureText(error: unknown): string {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Why the business said no, where that is what went wrong. */
export function refusalOf(error: unknown): Refusal | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure) || cause.type !== refusalType) return undefined;
  const [place] = (cause.details ?? []) as Pick<Refusal, 'field'>[];
  return { detail: cause.message, ...(place?.field !== undefined && { field: place.field }) };
}
