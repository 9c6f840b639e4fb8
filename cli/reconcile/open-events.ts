import { rerunEvent } from '../../api/runs/rerun-event.js';
import { closeWithoutRun } from '../../db/events/close-without-run.js';
import { latestPlanOf } from '../../db/events/retry-event.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { type RunStatus, runStatusQuery } from '../../workflows/contracts/event-run.js';
import {
  type Difference,
  inParallel,
  pagesOf,
  type ReconcileDependencies,
  terminationReason,
} from './difference.js';

/** The run of a younger event may be about to start. */
const graceMs = 60_000;
const queryLimitMs = 5_000;

/** Compares each open event with its run in Temporal. */
export async function* openEventDifferences(dependencies: ReconcileDependencies): AsyncGenerator<Difference> {
  const { db } = dependencies;
  const pages = pagesOf<Event>(
    ({ triggerRequestId }) => triggerRequestId,
    (after, limit) =>
      Event.query(db)
        .select(
          'trigger_request_id',
          'organization_id',
          'type',
          'state',
          'retries',
          'plan',
          'retry_plan',
          'created_at',
        )
        .whereIn('state', ['ACCEPTED', 'RUNNING'])
        .where('trigger_request_id', '>', after)
        .whereRaw(`plan -> 'fired' is not null`)
        .orderBy('trigger_request_id')
        .limit(limit),
  );
  for await (const events of pages) {
    const found = await inParallel(events, (event) => differenceOf(dependencies, event));
    for (const difference of found) if (difference !== undefined) yield difference;
  }
}

async function differenceOf(
  dependencies: ReconcileDependencies,
  event: Event,
): Promise<Difference | undefined> {
  const { runs, now } = dependencies;
  const { triggerRequestId: id, type, state, retries, createdAt } = event;
  const plan = latestPlanOf(event);
  const end = await runs.endOf(workflowIdOf(plan));
  const named = { id, about: `${type} ${state}` };
  if (end === 'RUNNING') return aheadOf(dependencies, event, named);
  // A run that has just ended has closed its event before.
  if (!(await isOpen(dependencies, event))) return undefined;
  if (end === undefined && createdAt.getTime() > now.getTime() - graceMs) return undefined;
  if (end === undefined) return { kind: 'RUN_MISSING', ...named, mend: () => runs.startLate(plan) };
  if (end === 'COMPLETED') {
    return { kind: 'RUN_COMPLETED', ...named, mend: () => runAgain(dependencies, event) };
  }
  const closed = end === 'CANCELLED' ? 'CANCELLED' : 'FAILED';
  const reason = `the run has ended in Temporal as ${end}`;
  const closing = { triggerRequestId: id, retries, state: closed, reason } as const;
  return {
    kind: 'RUN_STOPPED',
    ...named,
    mend: () => closeWithoutRun(dependencies, { ...closing, endedAt: new Date() }),
  };
}

async function runAgain(dependencies: ReconcileDependencies, event: Event): Promise<void> {
  const plan = await rerunEvent(dependencies, event, new Date());
  if (plan !== undefined) await dependencies.runs.startSoon(plan);
}

/**
 * Whether an open run has ended actions, or opened waits, of which the database has nothing. The run is asked first,
 * because it learns of an action after the database. A run that no worker answers for is left out.
 */
async function aheadOf(
  dependencies: ReconcileDependencies,
  event: Event,
  named: { id: string; about: string },
): Promise<Difference | undefined> {
  const { client, db } = dependencies;
  const handle = client.workflow.getHandle(workflowIdOf(latestPlanOf(event)));
  const status = await client
    .withDeadline(Date.now() + queryLimitMs, () => handle.query<RunStatus, []>(runStatusQuery))
    .catch(() => undefined);
  const told = (status?.actions ?? []).filter(({ state }) => state === 'SUCCEEDED' || state === 'WAITING');
  if (told.length === 0) return undefined;
  const rows = await ActionRun.query(db)
    .where('trigger_request_id', named.id)
    .select('action_id', 'ended_at');
  const known = new Map(rows.map(({ actionId, endedAt }) => [actionId, endedAt]));
  const ahead = told.filter(({ actionId, state }) =>
    state === 'SUCCEEDED' ? !known.get(actionId) : !known.has(actionId),
  );
  if (ahead.length === 0 || !(await isOpen(dependencies, event))) return undefined;
  const mend = async () => {
    await handle.terminate(terminationReason);
    await runAgain(dependencies, event);
  };
  return {
    kind: 'RUN_AHEAD',
    ...named,
    about: `${named.about}: ${ahead.map(({ name }) => name).join(', ')}`,
    mend,
  };
}

async function isOpen({ db }: ReconcileDependencies, { triggerRequestId, retries }: Event): Promise<boolean> {
  const open = Event.query(db).findById(triggerRequestId).where({ retries }).whereNull('closed_at');
  return (await open.resultSize()) === 1;
}
