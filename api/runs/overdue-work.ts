import type { Logger } from 'pino';
import { RepeatedWork } from '../ground/repeated-work.js';

export interface OverdueWorkOptions {
  /** What is overdue, in the plural. */
  what: string;
  everyMs: number;
  log: Logger;
  /** Wakes what is overdue, and returns its number. */
  wake: () => Promise<number>;
}

/** Looks for overdue work again and again. Waking what runs does no harm, so any number of processes may sweep. */
export function overdueWork({ what, everyMs, log, wake }: OverdueWorkOptions): RepeatedWork {
  return new RepeatedWork(
    { everyMs, log, whenFailed: `could not look for overdue ${what}; retrying` },
    async () => {
      const overdue = await wake();
      if (overdue > 0) log.debug({ overdue }, `woke overdue ${what}`);
    },
  );
}
