import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { closeWithoutRun } from '../../db/events/close-without-run.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { LostRun } from './ended-runs.js';
import type { EventRuns } from './event-runs.js';

/** How far the first search goes back: nobody searched while no API ran. */
const firstLookMs = 7 * 24 * 3_600_000;
/** Temporal lists a run some time after it ended, and clocks differ. */
const overlapMs = 5 * 60_000;
/** The most runs per search; the next search continues after them. */
const mostAtOnce = 1_000;

const reasons: Readonly<Record<LostRun['how'], string>> = {
  TERMINATED: 'the run was terminated in Temporal',
  TIMED_OUT: 'the run timed out in Temporal',
  FAILED: 'the run failed in Temporal',
};

export interface LostRunsDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  runs: Pick<EventRuns, 'lostRuns'>;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
}

/**
 * Closes the events of runs that ended without doing so: a run was terminated in Temporal, or failed
 * permanently. Its running actions count as failed, and can be retried.
 */
export class LostRuns {
  /** All runs that ended before were handled. */
  #seenUntil: Date | undefined;
  #look: { to: Date; found: AsyncGenerator<LostRun, void, undefined> } | undefined;

  constructor(private readonly uses: LostRunsDependencies) {}

  /** Continues the search, and returns how many events it closed. */
  async closeEvents(): Promise<number> {
    const { runs, now } = this.uses;
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
      // Runs that were read but not handled must be read again.
      this.#look = undefined;
      throw error;
    }
  }

  async #close(lost: readonly LostRun[]): Promise<number> {
    const { db, log, now } = this.uses;
    if (lost.length === 0) return 0;
    const ids = lost.map(({ triggerRequestId }) => triggerRequestId);
    const { rows: open } = await db.raw<{ rows: { id: string; acceptedAt: Date }[] }>(
      `select trigger_request_id as id, created_at as "acceptedAt" from events
       where trigger_request_id = any (?::uuid[]) and closed_at is null`,
      [ids] as never,
    );
    const acceptedAt = new Map(open.map((event) => [event.id, event.acceptedAt]));
    let closed = 0;
    for (const { triggerRequestId, retries, how, closedAt } of lost) {
      const accepted = acceptedAt.get(triggerRequestId);
      // A run that ended before is of a past that the database has lost: the sweep of accepted events runs its event again.
      if (accepted === undefined || closedAt < accepted) continue;
      const reason = reasons[how];
      const end = { triggerRequestId, retries, state: 'FAILED' as const, reason, endedAt: now() };
      if (!(await closeWithoutRun(this.uses, end))) continue;
      closed += 1;
      log.warn({ triggerRequestId, how }, 'closed an event whose run had ended without closing it');
    }
    return closed;
  }
}
