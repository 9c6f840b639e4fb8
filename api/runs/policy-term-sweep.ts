import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
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
  now?: () => Date;
}

/**
 * Wakes overdue policies: their workflow was never started, or was terminated. Notifying a running workflow
 * does no harm, so any number of processes may sweep.
 */
export class PolicyTermSweep {
  readonly #options: Required<PolicyTermSweepOptions>;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: PolicyTermSweepOptions) {
    this.#options = { now: () => new Date(), ...options };
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
    try {
      const overdue = await this.sweep();
      if (overdue > 0) this.#options.log.debug({ overdue }, 'woke overdue policies');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not look for overdue policies; retrying');
    }
  }
}
