import { metadataOf } from '../../db/events/action-result.js';
import { eventValues, intakeOf } from '../../db/events/new-event.js';
import { expressionValueAt } from '../../domain/events/event-values.js';
import type { ActivityDependencies } from '../dependencies.js';
import { asActivity, missing } from '../failures.js';
import type { ConfiguredActionToRun } from './configured-work.js';
import { endAction } from './end-action.js';

/**
 * Whether an action is to run, now that those before it have answered. One that is not is written down as skipped.
 */
export function createDecideAction({ db, events, catalog, now }: ActivityDependencies) {
  return (triggerRequestId: string, told: ConfiguredActionToRun, clientId?: string): Promise<boolean> =>
    asActivity(async () => {
      const event = await events.read(triggerRequestId);
      if (event === undefined) throw missing('event', triggerRequestId);
      const version = await catalog.version(event.productVersionId);
      if (version === null) throw missing('product version', event.productVersionId);
      const values = eventValues(event, { clientId, metadata: await metadataOf(db, triggerRequestId) });
      const applies = version.compiled.actionApplies(told.actionId, intakeOf(event.envelope), (path) =>
        expressionValueAt(values, path),
      );
      if (applies) return true;
      await db.transaction((trx) =>
        endAction(trx, triggerRequestId, told, { end: { state: 'SKIPPED' }, now: now() }),
      );
      return false;
    });
}
