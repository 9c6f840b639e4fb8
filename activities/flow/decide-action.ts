import { eventDates, intakeOf } from '../../db/events/new-event.js';
import { expressionValueAt } from '../../domain/runs/event-values.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { readConfiguredWork, valuesForAction } from './configured-work.js';
import { endAction } from './end-action.js';

/** Whether an action runs, now that those before it have ended. One that does not is recorded as skipped. */
export function createDecideAction(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (triggerRequestId: string, planned: ActionToRun, clientId?: string): Promise<boolean> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, planned, clientId);
      const values = await valuesForAction(db, work);
      const intake = intakeOf(work.event.envelope);
      const applies = work.version.compiled.actionApplies(planned.actionId, intake, {
        values: (path) => expressionValueAt(values, path),
        ...eventDates(work.event, work.version),
      });
      if (applies) return true;
      await db.transaction((trx) =>
        endAction(trx, triggerRequestId, planned, { end: { state: 'SKIPPED' }, now: now() }),
      );
      return false;
    });
}
