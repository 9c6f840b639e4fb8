import type { Knex } from 'knex';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { type ClockWithTime, openEvents } from './open-work.js';

/** A wait for an outside system that is over, and the run that waits. */
export interface TimedOutWait {
  workflowId: string;
  requestId: string;
}

/** When the next wait ends by the clock; null if none does, or the clock leaves them alone. */
export async function nextEndOfWait(db: Knex, clock: ClockWithTime): Promise<Date | null> {
  if (!clock.waitsTimeOut) return null;
  const [next]: { at: Date | null }[] = await waits(db, clock.id)
    .where('clock_waits_until', '>', clock.businessTime)
    .min({ at: 'clock_waits_until' });
  return next?.at ?? null;
}

/** Waits that have ended by the clock. */
export async function timedOutWaits(db: Knex, clock: ClockWithTime, limit: number): Promise<TimedOutWait[]> {
  if (!clock.waitsTimeOut) return [];
  const rows: { plan: RunPlan; requestId: string }[] = await waits(db, clock.id)
    .where('clock_waits_until', '<=', clock.businessTime)
    .whereNotNull('action_runs.request_id')
    .orderBy(['clock_waits_until', 'action_runs.request_id'])
    .limit(limit)
    .select({ requestId: 'action_runs.request_id' })
    .select(db.raw('coalesce(retry_plan, plan) as plan'));
  return rows.map(({ plan, requestId }) => ({ workflowId: workflowIdOf(plan), requestId }));
}

const waits = (db: Knex, clockId: string) =>
  openEvents(db, clockId)
    .join('action_runs', 'action_runs.trigger_request_id', 'events.trigger_request_id')
    .where('action_runs.state', 'WAITING');
