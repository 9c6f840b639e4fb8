import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { type ActionResult, ActionRun } from '../models/action-run.js';
import { prepared } from '../models/base.js';
import { Event } from '../models/event.js';

/**
 * The result of an action that has succeeded, and the runs of the events that it fired; undefined if it has
 * not.
 */
export async function keptResult(
  db: Knex,
  triggerRequestId: string,
  actionId: string,
): Promise<{ result: ActionResult; fired: RunPlan[] } | undefined> {
  const run = await ActionRun.query(db)
    .findById([triggerRequestId, actionId])
    .where('state', 'SUCCEEDED')
    .select('result')
    .modify(prepared, 'result of action');
  if (run === undefined) return undefined;
  const result = run.result ?? {};
  const ids = result.fired ?? [];
  const events = ids.length === 0 ? [] : await Event.query(db).findByIds(ids).select('plan');
  return { result, fired: events.map(({ plan }) => plan) };
}

/** The metadata of all actions of an event: default actions first, then in the order they ended. */
export async function metadataOf(db: Knex, triggerRequestId: string): Promise<JsonObject> {
  const runs = await ActionRun.query(db)
    .where('trigger_request_id', triggerRequestId)
    .whereNotNull('result')
    .orderByRaw(`kind = 'CONFIGURED', ended_at, action_id`)
    .select('result');
  return Object.assign({}, ...runs.map(({ result }) => result?.metadata));
}
