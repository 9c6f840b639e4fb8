import type { Transaction } from 'objection';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';
import { policyWorkflows } from '../policies/policy-workflows.js';
import { openWork } from './open-work.js';
import { duePolicies } from './read-clock.js';
import { nextEndOfWait, type TimedOutWait, timedOutWaits } from './timed-waits.js';

/** Where an advance stands. */
export interface ClockMove {
  /** As it is now; undefined if it was deleted. */
  clock: Clock | undefined;
  /** Policies whose check is due: their workflows are to be woken. */
  due: PolicyWorkflow[];
  /** Waits that are over by the clock: their runs are to be told. */
  timedOut: TimedOutWait[];
  /** The last of the policies, if there are more. */
  more: string | null;
}

/** The policies that are woken at a time: their ids are in the history of the clock's workflow. */
const batchSize = 100;

/**
 * Moves a clock that advances to the next moment at which something is due, or to the end of the advance. It stands still
 * while something is under way at its time. Returns the policies that are due; with `after` the next of them.
 */
export async function moveClock(
  db: Database,
  { clockId, after, now }: { clockId: string; after?: string | undefined; now: Date },
): Promise<ClockMove> {
  return db.transaction(async (trx) => {
    const clock = await Clock.query(trx).findById(clockId).forUpdate();
    if (clock?.state !== 'ADVANCING') return { clock, due: [], timedOut: [], more: null };
    const isQuiet = after === undefined && (await openWork(trx, clock)) === null;
    const current = isQuiet ? await moved(trx, clock, now) : clock;
    return { clock: current, ...(await dueNow(trx, current, after)) };
  });
}

/** The clock at its next moment; at the end of the advance it is ready again, if nothing is due there. */
async function moved(trx: Transaction, clock: Clock, now: Date): Promise<Clock> {
  const { businessTime, advancesTo } = clock;
  const to = advancesTo ?? businessTime;
  const [next]: { at: Date | null }[] = await duePolicies(trx, clock.id)
    .where('next_look_at', '>', businessTime)
    .min({ at: 'next_look_at' });
  const moments = [next?.at, await nextEndOfWait(trx, clock)].flatMap((at) => at?.getTime() ?? []);
  const dueAt = moments.length > 0 ? new Date(Math.min(...moments)) : null;
  const isDue = dueAt !== null && dueAt <= to;
  return clock.$query(trx).patchAndFetch({
    businessTime: isDue ? dueAt : to,
    state: isDue ? 'ADVANCING' : 'READY',
    problem: null,
    updatedAt: now,
  });
}

async function dueNow(
  trx: Transaction,
  clock: Clock,
  after: string | undefined,
): Promise<Omit<ClockMove, 'clock'>> {
  const { id, businessTime } = clock;
  const overdue = duePolicies(trx, id).where('next_look_at', '<=', businessTime);
  if (after !== undefined) overdue.where('id', '>', after);
  const ids: string[] = await overdue
    .orderBy('id')
    .limit(batchSize + 1)
    .pluck('id');
  const batch = ids.slice(0, batchSize);
  const known = new Map((await policyWorkflows(trx, batch)).map((policy) => [policy.policyId, policy]));
  return {
    due: batch.map((policyId) => known.get(policyId) ?? { policyId }),
    timedOut: after === undefined ? await timedOutWaits(trx, clock, batchSize) : [],
    more: ids.length > batchSize ? (batch.at(-1) ?? null) : null,
  };
}
