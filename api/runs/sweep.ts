import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { closeWithoutRun } from '../../db/events/close-without-run.js';
import { latestPlanOf } from '../../db/events/retry-event.js';
import { Event } from '../../db/models/event.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { EventRuns } from './event-runs.js';
import { LostRuns } from './lost-runs.js';
import { rerunEvent } from './rerun-event.js';
import { isUnanswered } from './run-errors.js';

const everyMs = 15_000;
const lostEveryMs = 60_000;
const batchSize = 200;

export interface EventSweepDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  runs: EventRuns;
  log: Logger;
  now: () => Date;
}

/**
 * Starts the runs of events that were accepted and never started: the process died, or Temporal was
 * unavailable, between the two. The workflow id makes a second start harmless, so any number of processes may
 * sweep. Events whose run has ended without closing them are closed.
 */
export class EventSweep {
  readonly #db: Database;
  readonly #catalog: EventSweepDependencies['catalog'];
  readonly #runs: EventRuns;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #lost: LostRuns;
  readonly #repeated: readonly RepeatedWork[];

  constructor({ db, catalog, runs, log, now }: EventSweepDependencies) {
    this.#db = db;
    this.#catalog = catalog;
    this.#runs = runs;
    this.#log = log;
    this.#now = now;
    this.#lost = new LostRuns({ db, catalog, runs, log, now });
    const notStarted = 'could not start accepted events; retrying';
    const notClosed = 'could not look for runs that were terminated or failed; retrying';
    this.#repeated = [
      new RepeatedWork({ everyMs, log, whenFailed: notStarted }, () => this.#sweepLogged()),
      new RepeatedWork({ everyMs: lostEveryMs, log, whenFailed: notClosed }, () => this.closeLost()),
    ];
  }

  start(): void {
    for (const work of this.#repeated) work.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#repeated.map((work) => work.stop()));
  }

  /**
   * Starts the due runs, oldest event first, and returns their number. An event that cannot be started does
   * not block the others. Throws if Temporal does not respond.
   */
  async sweep(): Promise<number> {
    const due = await Event.query(this.#db)
      .select('trigger_request_id', 'organization_id', 'plan', 'retry_plan', 'retries', 'created_at')
      .where('state', 'ACCEPTED')
      .whereRaw(`created_at < now() - interval '20 seconds'`)
      .orderBy('created_at')
      .limit(batchSize);
    for (const event of due) {
      try {
        if ((await this.#runs.startLate(latestPlanOf(event))) === 'CLOSED') await this.#close(event);
      } catch (error) {
        if (isUnanswered(error)) throw error;
        const { triggerRequestId } = event;
        this.#log.error({ err: error, triggerRequestId }, 'an accepted event cannot be started');
      }
    }
    return due.length;
  }

  /** Closes the events whose runs were terminated, timed out or failed, and returns their number. */
  async closeLost(): Promise<number> {
    return this.#lost.closeEvents();
  }

  /** The run ended before its first action: the event will not run by itself any more, or has to run again. */
  async #close(event: Event): Promise<void> {
    const { triggerRequestId, retries } = event;
    const sources = { db: this.#db, catalog: this.#catalog };
    if (await this.#runs.isOfLostPast(latestPlanOf(event), event.createdAt)) {
      if ((await rerunEvent(sources, event, this.#now())) === undefined) return;
      this.#log.warn({ triggerRequestId }, 'the database has lost the run of an event: it runs again');
      return;
    }
    const how = await this.#runs.endOf(workflowIdOf(latestPlanOf(event)));
    const state = how === 'CANCELLED' ? 'CANCELLED' : 'FAILED';
    const end = { triggerRequestId, retries, state, endedAt: this.#now() } as const;
    if (!(await closeWithoutRun(sources, end))) return;
    this.#log.warn({ triggerRequestId }, 'the run of an event was ended before it began');
  }

  async #sweepLogged(): Promise<void> {
    const due = await this.sweep();
    if (due > 0) this.#log.debug({ due }, 'started events that no worker had begun');
  }
}
