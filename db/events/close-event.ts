import type { Knex } from 'knex';
import { raw } from 'objection';
import type { Refusal } from '../../domain/events/refusal.js';
import { facts } from '../facts.js';
import { ActionRun } from '../models/action-run.js';
import { prepared } from '../models/base.js';
import { Event, type EventState } from '../models/event.js';

// No NOTIFY: PostgreSQL commits transactions that notify one after the other, in the whole database.

/** What the close of an event shows of it. */
export type ClosedEvent = Pick<Event, 'type' | 'state' | 'byService' | 'parentTriggerRequestId' | 'retries'>;

/**
 * Closes an event's row with its trigger result, which a repeated fire returns; as `FAILED` if an action of its own
 * failed for good. An event that is closed already stays as it is: undefined.
 */
export async function closeEvent(
  db: Knex,
  triggerRequestId: string,
  triggerResult: object,
  closedAt: Date,
): Promise<ClosedEvent | undefined> {
  // An event that could not save its client goes on without (spec 7).
  const failedActions = ActionRun.query(db)
    .where({ trigger_request_id: triggerRequestId, kind: 'DEFAULT', state: 'FAILED' })
    .whereNot('type', 'SAVE_CLIENT');
  const state = raw(`case when exists (?) then 'FAILED' else 'COMPLETED' end`, failedActions);
  return close(db, triggerRequestId, { state, triggerResult, closedAt }, 'close event');
}

/** Closes an event that the business refused, with the reason. */
export async function closeRefused(
  trx: Knex,
  triggerRequestId: string,
  refused: { refusal: Refusal },
  closedAt: Date,
): Promise<void> {
  const end = { state: 'FAILED', triggerResult: refused, closedAt } as const;
  await close(trx, triggerRequestId, end, 'close refused event');
}

/** Closes an event whose run was canceled, with its trigger result so far, if any. */
export async function closeCancelled(
  trx: Knex,
  triggerRequestId: string,
  triggerResult: object | null,
  closedAt: Date,
): Promise<void> {
  const end = { state: 'CANCELLED', triggerResult, closedAt } as const;
  await close(trx, triggerRequestId, end, 'close canceled event');
}

async function close(
  db: Knex,
  triggerRequestId: string,
  end: { state: EventState | ReturnType<typeof raw>; triggerResult: object | null; closedAt: Date },
  statement: string,
): Promise<ClosedEvent | undefined> {
  const [closed] = await Event.query(db)
    .where({ trigger_request_id: triggerRequestId })
    .whereNull('closed_at')
    .patch({
      ...end,
      // A retry of failed actions keeps the first result. None is no value, not the JSON `null`, which would be kept, too.
      triggerResult: raw(
        'coalesce(trigger_result, cast(? as jsonb))',
        end.triggerResult && JSON.stringify(end.triggerResult),
      ),
    })
    .returning(['type', 'state', 'by_service', 'parent_trigger_request_id', 'retries'])
    .modify(prepared, statement);
  if (closed !== undefined)
    facts.eventClosed.tellAfterCommit(db, () => ({ type: closed.type, state: closed.state }));
  return closed;
}
