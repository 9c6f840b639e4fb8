import { closeEvent } from '../db/events/close-event.js';
import type { ActivityDependencies } from './dependencies.js';
import { asActivity } from './failures.js';

/** Closes the event's row with its trigger result, which a repeated fire is answered from. */
export function createRecordOutcome({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, triggerResult: object): Promise<void> =>
    asActivity(() => closeEvent(db, triggerRequestId, triggerResult, now()));
}
