import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { PolicyTerms } from './policy-terms.js';

const everyMs = 60_000;
/** Workflows are started in small batches: a book that was loaded in bulk gets its workflows gradually. */
const batchSize = 200;
/** A workflow that is merely busy is not disturbed. */
const graceMinutes = 15;
/** A policy that is still overdue after this time is notified again. */
const againAfterMs = 3_600_000;

export interface PolicyTermSweepOptions {
  db: Database;
  terms: Pick<PolicyTerms, 'tell'>;
  log: Logger;
  now: () => Date;
}

/**
 * Wakes overdue policies: their workflow was never started, or was terminated. Notifying a running workflow
 * does no harm, so any number of processes may sweep.
 */
export class PolicyTermSweep {
  readonly #options: PolicyTermSweepOptions;
  readonly #repeated: RepeatedWork;

  constructor(options: PolicyTermSweepOptions) {
    this.#options = options;
    const { log } = options;
    const whenFailed = 'could not look for overdue policies; retrying';
    this.#repeated = new RepeatedWork({ everyMs, log, whenFailed }, () => this.#sweepLogged());
  }

  start(): void {
    this.#repeated.start();
  }

  stop(): Promise<void> {
    return this.#repeated.stop();
  }

  /**
   * Notifies the workflows of overdue policies, longest overdue first, and returns the number of policies.
   */
  async sweep(): Promise<number> {
    const { db, terms, now } = this.#options;
    const before = new Date(now().getTime() - graceMinutes * 60_000);
    const overdue = await Policy.query(db)
      .select('id')
      .where('next_look_at', '<', before)
      .whereNot('policy_state', 'CLOSED')
      .orderBy('next_look_at')
      .limit(batchSize);
    for (const { id } of overdue) {
      await terms.tell(id);
      // The next batch has other policies, whatever happens to these.
      const nextLookAt = new Date(now().getTime() + againAfterMs);
      await Policy.query(db).findById(id).where('next_look_at', '<', before).patch({ nextLookAt });
    }
    return overdue.length;
  }

  async #sweepLogged(): Promise<void> {
    const overdue = await this.sweep();
    if (overdue > 0) this.#options.log.debug({ overdue }, 'woke overdue policies');
  }
}
