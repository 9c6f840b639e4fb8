import { Context } from '@temporalio/activity';
import type { EndedAction } from '../../db/events/record-action.js';

/** The columns of an action's row that the running activity itself knows. */
export function attemptOf(now: Date): Pick<EndedAction, 'attempts' | 'startedAt' | 'endedAt'> {
  const { attempt, currentAttemptScheduledTimestampMs } = Context.current().info;
  return { attempts: attempt, startedAt: new Date(currentAttemptScheduledTimestampMs), endedAt: now };
}
