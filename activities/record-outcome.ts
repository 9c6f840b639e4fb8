import { Event } from '../db/models/event.js';
import type { JsonObject } from '../domain/json.js';
import type { ActivityDependencies } from './dependencies.js';
import { asActivity } from './failures.js';

/** Closes the event's row with its trigger result, which a repeated fire is answered from. */
export function createRecordOutcome({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, triggerResult: object): Promise<void> =>
    asActivity(async () => {
      await Event.query(db)
        .findById(triggerRequestId)
        .whereNull('closed_at')
        .patch({ state: 'COMPLETED', triggerResult: triggerResult as JsonObject, closedAt: now() });
    });
}
