import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Database } from '../database.js';
import { facts } from '../facts.js';
import { Event } from '../models/event.js';
import { openDeliveries } from '../webhooks/open-delivery.js';
import type { NotificationSources } from '../webhooks/policies-in-bodies.js';
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
 * Closes an open event whose run was lost or never began, and opens its notifications, which the sweep of
 * webhooks sends. False if the event was closed already.
 */
export async function closeWithoutRun(sources: NotificationSources, end: EventEnd): Promise<boolean> {
  const { triggerRequestId, retries: runRetry, endedAt } = end;
  const plan = await close(sources.db, end);
  if (plan === undefined) return false;
  const endpointIds = plan.fired.notify ?? [];
  await openDeliveries(sources, { triggerRequestId, runRetry, endpointIds }, endedAt);
  return true;
}

/** Closes an event's row; returns the plan of its run, or undefined if it was closed already. */
async function close(db: Database, end: EventEnd): Promise<RunPlan | undefined> {
  const { triggerRequestId, retries, state, endedAt } = end;
  return db.transaction(async (trx) => {
    const closed = await Event.query(trx)
      .findById(triggerRequestId)
      .where('retries', retries)
      .whereNull('closed_at')
      .patch({ state, closedAt: endedAt });
    if (closed === 0) return undefined;
    await endActionsUnderWay(trx, triggerRequestId, end);
    const event = await Event.query(trx).findById(triggerRequestId).select('plan', 'retry_plan', 'type');
    if (event !== undefined) facts.eventClosed.tellAfterCommit(trx, () => ({ type: event.type, state }));
    return event && latestPlanOf(event);
  });
}
