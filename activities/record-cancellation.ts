import { cancelActions } from '../db/events/waiting-action.js';
import { Event } from '../db/models/event.js';
import type { ActivityDependencies } from './dependencies.js';
import { asActivity } from './failures.js';

/**
 * Closes the rows of a run that was cancelled: what it waited for is not waited for any more. A trigger result that
 * it had by then is what a repeated fire is answered with.
 */
export function createRecordCancellation({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, triggerResult: object | null): Promise<void> =>
    asActivity(() =>
      db.transaction(async (trx) => {
        await cancelActions(trx, triggerRequestId, now());
        await Event.query(trx)
          .findById(triggerRequestId)
          .whereNull('closed_at')
          .patch({
            state: 'CANCELLED',
            closedAt: now(),
            // Failed actions that are run again leave the first result as it is.
            ...(triggerResult !== null && {
              triggerResult: trx.raw('coalesce(trigger_result, cast(? as jsonb))', [
                JSON.stringify(triggerResult),
              ]),
            }),
          });
      }),
    );
}
