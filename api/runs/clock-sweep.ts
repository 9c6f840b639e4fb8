import type { Logger } from 'pino';
import { idleAdvances } from '../../db/clocks/idle-advances.js';
import type { Database } from '../../db/database.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import type { ClockRuns } from './clock-runs.js';
import { overdueWork } from './overdue-work.js';

export interface ClockSweepOptions {
  db: Database;
  runs: Pick<ClockRuns, 'wake'>;
  /** System time. */
  now: () => Date;
}

/** A run that merely waits is not disturbed. */
const graceMs = 30_000;

/**
 * Wakes the workflows of clocks that advance and have not moved for a while, and returns their number: the process died
 * before it could start the run, or the run was terminated.
 */
export async function wakeIdleAdvances({ db, runs, now }: ClockSweepOptions): Promise<number> {
  const idle = await idleAdvances(db, { now: now(), before: new Date(now().getTime() - graceMs) });
  for (const clock of idle) await runs.wake(clock);
  return idle.length;
}

/** `wakeIdleAdvances`, again and again. */
export function clockSweep(options: ClockSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({ what: 'clocks', everyMs: 15_000, log, wake: () => wakeIdleAdvances(options) });
}
