import type { Knex } from 'knex';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { retryPlan } from '../../domain/runs/retry-plan.js';
import type { Database } from '../database.js';
import { ActionRun } from '../models/action-run.js';
import { EarlierActionRun } from '../models/earlier-action-run.js';
import { Event } from '../models/event.js';
import { InboundMessage } from '../models/inbound-message.js';
import { Quote } from '../models/quote.js';
import { QuoteWorksheet } from '../models/quote-worksheet.js';

/**
 * The result for an event of this organization; the plan of the retrying run has to be started afterwards.
 */
export type Retrying =
  | { result: 'RETRYING'; plan: RunPlan }
  | { result: 'UNKNOWN' | 'RUNNING' | 'ERASED' | 'NOTHING_FAILED' };

/** The run of an event that is known to be over, in Temporal, too: it can write nothing more. */
export interface LatestRun {
  organizationId: string;
  triggerRequestId: string;
  retries: number;
}

/** The start of an event's latest run: its first run, or the latest retry of failed actions. */
export const latestPlanOf = ({ plan, retryPlan: retry }: Pick<Event, 'plan' | 'retryPlan'>): RunPlan =>
  retry ?? plan;

/**
 * Reopens a completed event to retry its failed actions. Their results are removed and kept in
 * `earlier_action_runs`; succeeded actions stay. The event counts as accepted, so that the sweep makes up for
 * a lost start.
 */
export async function retryEvent(
  db: Database,
  { organizationId, triggerRequestId, retries }: LatestRun,
): Promise<Retrying> {
  return db.transaction(async (trx) => {
    const event = await Event.query(trx)
      .findById(triggerRequestId)
      .modify('visibleTo', organizationId)
      .select('plan', 'envelope_sha256', 'state', 'closed_at', 'trigger_result', 'retries')
      .forUpdate();
    if (event === undefined) return { result: 'UNKNOWN' };
    if (event.closedAt === null || event.retries !== retries) return { result: 'RUNNING' };
    if (event.envelopeSha256 === '') return { result: 'ERASED' };
    const runs = await ActionRun.query(trx)
      .where('trigger_request_id', triggerRequestId)
      .select('action_id', 'state');
    const failed = new Set(runs.filter(({ state }) => state === 'FAILED').map(({ actionId }) => actionId));
    if (failed.size === 0 && event.state !== 'FAILED') return { result: 'NOTHING_FAILED' };

    const retry = event.retries + 1;
    const isRefused = event.triggerResult?.refusal !== undefined;
    const triggerResult = isRefused ? null : event.triggerResult;
    const begun = new Set(runs.map(({ actionId }) => actionId));
    // A run that was refused or lost has more to do than to retry failed actions.
    const isRepeated = (actionId: string) =>
      triggerResult === null || failed.has(actionId) || (event.state === 'FAILED' && !begun.has(actionId));
    const plan = retryPlan(event.plan, retry, isRepeated);
    await forgetFailed(trx, triggerRequestId, [...failed], event.retries);
    await Event.query(trx).findById(triggerRequestId).patch({
      retries: retry,
      retryPlan: plan,
      state: 'ACCEPTED',
      triggerResult,
      closedAt: null,
      cancelRequestedAt: null,
      acknowledgement: null,
    });
    return { result: 'RETRYING', plan };
  });
}

/**
 * Removes the results of failed actions: their declined quotes and carriers' answers would prevent new ones.
 */
async function forgetFailed(
  trx: Knex,
  triggerRequestId: string,
  actionIds: string[],
  retry: number,
): Promise<void> {
  if (actionIds.length === 0) return;
  const ofEvent = { trigger_request_id: triggerRequestId };
  const declined = () =>
    Quote.query(trx)
      .where({ ...ofEvent, outcome: 'DECLINED' })
      .whereIn('action_id', actionIds);
  await QuoteWorksheet.query(trx).delete().whereIn('request_id', declined().select('request_id'));
  await declined().delete().whereNotNull('package_request_id');
  await declined().delete();
  await InboundMessage.query(trx).delete().where(ofEvent).whereIn('action_id', actionIds);
  const runs = await ActionRun.query(trx)
    .delete()
    .where(ofEvent)
    .whereIn('action_id', actionIds)
    .returning([
      'trigger_request_id',
      'action_id',
      'state',
      'attempts',
      'last_error',
      'started_at',
      'ended_at',
    ]);
  await EarlierActionRun.query(trx).insert(runs.map((run) => ({ ...run, retry })));
}
