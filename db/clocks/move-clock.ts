import type { Transaction } from 'objection';
import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';
import { openWork } from './open-work.js';
import { duePolicies } from './read-clock.js';
import { nextEndOfWait, type TimedOutWait, timedOutWaits } from './timed-waits.js';

/** Where an advance stands. */
export interface ClockMove {
  /** As it is now; undefined if it was deleted. */
  clock: Clock | undefined;
  /** Waits that are over by the clock: their runs are to be told. */
  timedOut: TimedOutWait[];
}

/** The runs that are told at a time: their ids are in the history of the clock's workflow. */
const mostToldAtOnce = 100;

/**
 * Moves a clock that advances to the next moment at which something is due, or to the end of the advance. It stands still
 * while something is under way at its time.
 */
export async function moveClock(
  db: Database,
  { clockId, now }: { clockId: string; now: Date },
): Promise<ClockMove> {
  return db.transaction(async (trx) => {
    const clock = await Clock.query(trx).findById(clockId).forUpdate();
    if (clock?.state !== 'ADVANCING') return { clock, timedOut: [] };
    const isQuiet = (await openWork(trx, clock)) === null;
    const current = isQuiet ? await moved(trx, clock, now) : clock;
    return { clock: current, timedOut: await timedOutWaits(trx, current, mostToldAtOnce) };
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
