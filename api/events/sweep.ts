import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { planOfEvent } from '../../db/events/new-event.js';
import { Event } from '../../db/models/event.js';

import type { EventRuns } from './event-runs.js';

const everyMs = 15_000;
const batchSize = 200;

/**
 * Starts the runs of events that were accepted and never started: the process died, or Temporal was away,
 * between the two. The workflow id makes a second start harmless, so any number of processes may sweep.
 */
export class EventSweep {
  readonly #db: Database;
  readonly #runs: EventRuns;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor({ db, runs, log }: { db: Database; runs: EventRuns; log: Logger }) {
    this.#db = db;
    this.#runs = runs;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#underWay = this.#underWay.then(() => this.#sweepLogged());
    }, everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  /** Starts what is due, oldest first, and answers how many events that were. */
  async sweep(): Promise<number> {
    const due = await Event.query(this.#db)
      .select('trigger_request_id', 'plan')
      .where('state', 'ACCEPTED')
      .whereRaw(`created_at < now() - interval '20 seconds'`)
      .orderBy('created_at')
      .limit(batchSize);
    for (const event of due) {
      if ((await this.#runs.startLate(planOfEvent(event))) === 'OVER')
        await this.#close(event.triggerRequestId);
    }
    return due.length;
  }

  /** An operator ended the run before its first action: nothing will come of this event any more. */
  async #close(triggerRequestId: string): Promise<void> {
    await Event.query(this.#db)
      .findById(triggerRequestId)
      .where('state', 'ACCEPTED')
      .patch({ state: 'CANCELLED', closedAt: new Date() });
    this.#log.warn({ triggerRequestId }, 'the run of an event was ended before it began');
  }

  async #sweepLogged(): Promise<void> {
    try {
      const due = await this.sweep();
      if (due > 0) this.#log.debug({ due }, 'saw to events that no worker has begun');
    } catch (error) {
      this.#log.warn({ err: error }, 'could not start accepted events; trying again');
    }
  }
}
