import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Database } from '../database.js';
import { Event } from '../models/event.js';
import { eventClosedChannel } from './close-event.js';
import { latestPlanOf } from './retry-event.js';
import { endActionsUnderWay } from './waiting-action.js';

export interface EventEnd {
  triggerRequestId: string;
  /** The run that ended: 0 is the event's first. An event that was retried since is left unchanged. */
  retries: number;
  /** Also the final state of the running actions. */
  state: 'CANCELLED' | 'FAILED';
  /** The reason, for failed actions. */
  reason?: string;
  endedAt: Date;
}

/**
 * Closes an open event whose run was lost or never began, and returns that run's plan, which lists the
 * endpoints to notify. Undefined if the event was closed already.
 */
export async function closeWithoutRun(db: Database, end: EventEnd): Promise<RunPlan | undefined> {
  const { triggerRequestId, retries, state, endedAt } = end;
  return db.transaction(async (trx) => {
    const closed = await Event.query(trx)
      .findById(triggerRequestId)
      .where('retries', retries)
      .whereNull('closed_at')
      .patch({ state, closedAt: endedAt });
    if (closed === 0) return undefined;
    await endActionsUnderWay(trx, triggerRequestId, end);
    await trx.raw('select pg_notify(?, ?)', [eventClosedChannel, triggerRequestId]);
    const event = await Event.query(trx).findById(triggerRequestId).select('plan', 'retry_plan');
    return event && latestPlanOf(event);
  });
}
