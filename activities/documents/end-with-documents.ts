import type { Transaction } from 'objection';
import { firedByService } from '../../db/events/event-keys.js';
import { acceptFollowUp, contextUnder, type FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { causedBy } from '../../db/identity/caused-by.js';
import type { MadeDocument } from '../../documents/making/document-maker.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import type { SettledStep } from '../flow/configured-work.js';
import { endAction, type StepEnd } from '../flow/end-action.js';
import type { ActivityDependencies } from '../ground/dependencies.js';

/**
 * Ends a configured action, recording its documents and accepting their events in one transaction.
 * @param also what else belongs to its success.
 */
export async function endWithDocuments(
  { db, catalog, now }: Pick<ActivityDependencies, 'db' | 'catalog' | 'now'>,
  event: AcceptedEvent,
  told: ActionToRun,
  end: StepEnd,
  made: readonly MadeDocument[] = [],
  fires: readonly FollowUp[] = [],
  also?: (trx: Transaction) => Promise<unknown>,
): Promise<SettledStep & { fired: RunPlan[] }> {
  const fired = fires.map(({ id }) => id);
  const settled = await db.transaction((trx) =>
    endAction(trx, event.triggerRequestId, told, {
      end: end.state === 'SUCCEEDED' ? { ...end, fired } : end,
      now: now(),
      effect: async () => {
        await causedBy(trx, { triggerRequestId: event.triggerRequestId });
        for (const document of made) await document.record(trx);
        await also?.(trx);
        const context = contextUnder(event, told.actionId);
        for (const followUp of fires) await acceptFollowUp(trx, catalog, context, followUp);
      },
    }),
  );
  const accepted = await firedByService(db, [event.organizationId], fired);
  return { ...settled, fired: accepted.map(({ plan }) => plan) };
}
