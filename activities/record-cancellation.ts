import { cancelActions } from '../db/events/waiting-action.js';
import { Event } from '../db/models/event.js';
import type { ActivityDependencies } from './dependencies.js';
import { asActivity } from './failures.js';

/** Closes the rows of a run that was cancelled: what it waited for is not waited for any more. */
export function createRecordCancellation({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string): Promise<void> =>
    asActivity(() =>
      db.transaction(async (trx) => {
        await cancelActions(trx, triggerRequestId, now());
        await Event.query(trx)
          .findById(triggerRequestId)
          .whereNull('closed_at')
          .patch({ state: 'CANCELLED', closedAt: now() });
      }),
    );
}
