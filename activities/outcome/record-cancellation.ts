import { closeCancelled } from '../../db/events/close-event.js';
import { endActionsUnderWay } from '../../db/events/waiting-action.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/**
 * Closes the rows of a canceled run, its waits included. If it had a trigger result by then, a repeated fire
 * returns that.
 */
export function createRecordCancellation({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, triggerResult: object | null): Promise<void> =>
    asActivity(() =>
      db.transaction(async (trx) => {
        const endedAt = now();
        await endActionsUnderWay(trx, triggerRequestId, { state: 'CANCELLED', endedAt });
        await closeCancelled(trx, triggerRequestId, triggerResult, endedAt);
      }),
    );
}
