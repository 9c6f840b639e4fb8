import { closeRefused } from '../../db/events/close-event.js';
import { recordAction } from '../../db/events/record-action.js';
import type { Refusal } from '../../domain/events/refusal.js';
import type { PlannedDefaultAction } from '../../domain/runs/fired-event.js';
import { attemptOf } from '../ground/attempt.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/**
 * Records that a default action was refused, and closes the event as `FAILED` with the reason, which a
 * repeated fire returns.
 */
export function createRecordRefusal({ db, now }: ActivityDependencies) {
  return (triggerRequestId: string, planned: PlannedDefaultAction, refusal: Refusal): Promise<void> =>
    asActivity(() =>
      db.transaction(async (trx) => {
        await recordAction(trx, {
          ...attemptOf(now()),
          ...planned,
          triggerRequestId,
          kind: 'DEFAULT',
          state: 'FAILED',
          lastError: refusal.detail,
          requestId: null,
        });
        await closeRefused(trx, triggerRequestId, { refusal }, now());
      }),
    );
}
