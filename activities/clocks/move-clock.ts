import { moveClock } from '../../db/clocks/move-clock.js';
import type { TimedOutWait } from '../../db/clocks/timed-waits.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

export type { TimedOutWait } from '../../db/clocks/timed-waits.js';

/** Where the advance of a clock stands, for its workflow; small, because the history has it. */
export interface ClockStep {
  /** Null if the clock advances no more, or was deleted. */
  advance: { name: string; from: string; at: string; to: string; problem: string | null } | null;
  /** Runs whose wait is over by the clock, and for what they waited. */
  timedOut: TimedOutWait[];
}

/** Moves a clock to its next moment, if it is quiet; see `moveClock` of the database. */
export function createMoveClock({ db, now }: Pick<ActivityDependencies, 'db' | 'now'>) {
  return (clockId: string): Promise<ClockStep> =>
    asActivity(async () => {
      const { clock, timedOut } = await moveClock(db, { clockId, now: now() });
      if (clock?.state !== 'ADVANCING') return { advance: null, timedOut };
      const { name, businessTime, advancesFrom, advancesTo, problem } = clock;
      const [from, to] = [advancesFrom ?? businessTime, advancesTo ?? businessTime];
      return {
        advance: {
          name,
          from: from.toISOString(),
          at: businessTime.toISOString(),
          to: to.toISOString(),
          problem,
        },
        timedOut,
      };
    });
}
