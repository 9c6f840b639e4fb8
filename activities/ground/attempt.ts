import { Context } from '@temporalio/activity';
import type { EndedAction } from '../../db/events/record-action.js';
import type { PlannedDefaultAction } from '../../domain/runs/fired-event.js';

/** The end of a default action that has succeeded, but for its result. */
export function succeeded(planned: PlannedDefaultAction, triggerRequestId: string, now: Date): EndedAction {
  return {
    ...attemptOf(now),
    ...planned,
    triggerRequestId,
    kind: 'DEFAULT',
    state: 'SUCCEEDED',
    lastError: null,
    requestId: null,
  };
}

/** The columns of an action's row that the running activity itself knows. */
export function attemptOf(now: Date): Pick<EndedAction, 'attempts' | 'startedAt' | 'endedAt'> {
  const { attempt, currentAttemptScheduledTimestampMs } = Context.current().info;
  return { attempts: attempt, startedAt: new Date(currentAttemptScheduledTimestampMs), endedAt: now };
}
