import type { Database } from '../../db/database.js';
import { eraseOverdue } from '../../db/personal-data/erase-client.js';
import { deleteErasedObjects } from '../../db/personal-data/erased-objects.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { Logger } from '../telemetry/logger.js';

const everyMs = 3_600_000;

export interface RetentionSweepOptions {
  db: Database;
  store: Pick<DocumentStore, 'remove'>;
  log: Logger;
  /** How long policies of an erased client are kept after their last day with coverage. */
  policyYears: number;
  now: () => Date;
}

/** Erases every hour what is no longer kept. Any number of processes may sweep. */
export class RetentionSweep {
  readonly #options: RetentionSweepOptions;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: RetentionSweepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#underWay = this.#underWay.then(() => this.#sweepLogged());
    }, everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  /** Erases what is due, and returns the numbers of records by their kind. */
  async sweep(): Promise<Record<string, number>> {
    const { db, store, policyYears, now } = this.#options;
    const at = now();
    return {
      clients: await eraseOverdue(db, { today: utcDate(at), now: at, policyYears }),
      files: await deleteErasedObjects(db, store),
    };
  }

  async #sweepLogged(): Promise<void> {
    try {
      const erased = await this.sweep();
      if (Object.values(erased).some((count) => count > 0))
        this.#options.log.info({ erased }, 'erased old records');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not erase old records; retrying in an hour');
    }
  }
}
