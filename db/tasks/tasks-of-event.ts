import type { Knex } from 'knex';
import { ActionRun } from '../models/action-run.js';
import { Event } from '../models/event.js';
import { closeTasks } from './close-tasks.js';
import { openTask } from './open-task.js';

/** What the task of a failed event waits for. */
export const retryOf = (triggerRequestId: string): string => `event/${triggerRequestId}`;

/** Whether a closed event failed, or was retried, that the service fired by the calendar: nobody waits for its answer. */
export const concernsTask = ({
  state,
  byService,
  parentTriggerRequestId,
  retries,
}: Pick<Event, 'state' | 'byService' | 'parentTriggerRequestId' | 'retries'>): boolean =>
  byService && parentTriggerRequestId === null && (state === 'FAILED' || retries > 0);

/**
 * Opens a task for a closed event that failed by the calendar, or closes that of one whose retry succeeded. Safe to repeat.
 */
export async function followEvent(db: Knex, triggerRequestId: string, now: Date): Promise<void> {
  const event = await Event.query(db)
    .findById(triggerRequestId)
    .select('organization_id', 'type', 'state', 'by_service', 'parent_trigger_request_id', 'retries');
  if (event === undefined || !concernsTask(event)) return;
  const { organizationId, type, state, retries } = event;
  const waitsFor = retryOf(triggerRequestId);
  if (state !== 'FAILED') {
    await closeTasks(db, { waitsFor, reason: 'the event was retried', now });
    return;
  }
  const failed = await ActionRun.query(db)
    .where({ trigger_request_id: triggerRequestId, kind: 'DEFAULT', state: 'FAILED' })
    .orderBy('ended_at')
    .first();
  await openTask(db, {
    organizationId,
    key: `${waitsFor}/${retries}`,
    title: `${type} failed: ${failed?.lastError ?? 'see the event'}`,
    about: { triggerRequestId },
    priority: 'HIGH',
    waitsFor,
    now,
  });
}
