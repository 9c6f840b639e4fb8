import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { endEvent } from '../../db/events/end-event.js';
import type { LostRun } from './ended-runs.js';
import type { EventRuns } from './event-runs.js';

/** How far back is looked after a start: while no API ran, nobody looked. */
const firstLookMs = 7 * 24 * 3_600_000;
/** Temporal lists a run some time after it ended, and clocks differ. */
const overlapMs = 5 * 60_000;
/** Most runs in one look; the next goes on where it stopped. */
const mostAtOnce = 1_000;

const reasons: Readonly<Record<LostRun['how'], string>> = {
  TERMINATED: 'the run was terminated in Temporal',
  TIMED_OUT: 'the run timed out in Temporal',
  FAILED: 'the run failed in Temporal',
};

export interface LostRunsDependencies {
  db: Database;
  runs: Pick<EventRuns, 'lostRuns' | 'startDeliveries'>;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
}

/**
 * Closes the events of runs that ended without having done so: somebody terminated one in Temporal, or it failed
 * for good. Its actions that were under way have failed with it, and can be repeated.
 */
export class LostRuns {
  readonly #dependencies: LostRunsDependencies;
  /** Everything that ended before was seen. */
  #seenUntil: Date | undefined;
  #look: { to: Date; found: AsyncGenerator<LostRun, void, undefined> } | undefined;

  constructor(dependencies: LostRunsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks on, and answers how many events it closed. */
  async closeEvents(): Promise<number> {
    const { runs, now } = this.#dependencies;
    const to = now();
    const from = new Date((this.#seenUntil?.getTime() ?? to.getTime() - firstLookMs) - overlapMs);
    this.#look ??= { to, found: runs.lostRuns({ from, to }) };
    const { found } = this.#look;
    try {
      const lost: LostRun[] = [];
      while (lost.length < mostAtOnce) {
        const next = await found.next();
        if (next.done) {
          this.#seenUntil = this.#look.to;
          this.#look = undefined;
          break;
        }
        lost.push(next.value);
      }
      return await this.#close(lost);
    } catch (error) {
      // What was read and not closed must be read again.
      this.#look = undefined;
      throw error;
    }
  }

  async #close(lost: readonly LostRun[]): Promise<number> {
    const { db, runs, log, now } = this.#dependencies;
    if (lost.length === 0) return 0;
    const ids = lost.map(({ triggerRequestId }) => triggerRequestId);
    const { rows: open } = await db.raw<{ rows: { id: string }[] }>(
      'select trigger_request_id as id from events where trigger_request_id = any (?::uuid[]) and closed_at is null',
      [ids] as never,
    );
    const openIds = new Set(open.map(({ id }) => id));
    let closed = 0;
    for (const { triggerRequestId, retries, how } of lost) {
      if (!openIds.has(triggerRequestId)) continue;
      const reason = reasons[how];
      const end = { triggerRequestId, retries, state: 'FAILED' as const, reason, endedAt: now() };
      const plan = await endEvent(db, end);
      if (plan === undefined) continue;
      await runs.startDeliveries(plan);
      closed += 1;
      log.warn({ triggerRequestId, how }, 'an event was closed whose run had ended without it');
    }
    return closed;
  }
}
