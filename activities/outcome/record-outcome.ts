import { closeEvent } from '../../db/events/close-event.js';
import { skipOpenActions } from '../../db/events/waiting-action.js';
import { concernsTask, followEvent } from '../../db/tasks/tasks-of-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/**
 * Closes the event's row with its trigger result, which a repeated fire returns. Actions that are still open,
 * such as waits that never began, are closed as skipped.
 */
export function createRecordOutcome({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, triggerResult: object, { open = false } = {}): Promise<void> =>
    asActivity(async () => {
      if (open) await skipOpenActions(db, triggerRequestId, now());
      const closed = await closeEvent(db, triggerRequestId, triggerResult, now());
      if (closed === undefined || concernsTask(closed)) await followEvent(db, triggerRequestId, now());
    });
}
