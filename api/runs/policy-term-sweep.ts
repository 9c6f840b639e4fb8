import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import type { PolicyTerms } from './policy-terms.js';

const everyMs = 60_000;
/** Workflows are started a few at a time: a book that was loaded in bulk gets all of its own by and by. */
const batchSize = 200;
/** A workflow that is merely busy is left alone. */
const graceMinutes = 15;
/** One that was told is told again where it is still overdue by then. */
const againAfterMs = 3_600_000;

export interface PolicyTermSweepOptions {
  db: Database;
  terms: Pick<PolicyTerms, 'tell'>;
  log: Logger;
  now?: () => Date;
}

/**
 * Sees to policies that should have been looked after and were not: their workflow never started, or was ended by
 * force. Telling a workflow that is there does no harm, so any number of processes may sweep.
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

  /** Tells the workflows of what is overdue, longest first, and answers how many policies that were. */
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
      // The next batch is of others, whatever becomes of these.
      const nextLookAt = new Date(now().getTime() + againAfterMs);
      await Policy.query(db).findById(id).where('next_look_at', '<', before).patch({ nextLookAt });
    }
    return overdue.length;
  }

  async #sweepLogged(): Promise<void> {
    try {
      const overdue = await this.sweep();
      if (overdue > 0) this.#options.log.debug({ overdue }, 'saw to policies that were not looked after');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not look for policies that are overdue; trying again');
    }
  }
}
