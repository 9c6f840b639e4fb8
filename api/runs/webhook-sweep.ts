import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { overdueQueues } from '../../db/webhooks/wake-queues.js';
import type { WebhookQueues } from './webhook-queues.js';

const everyMs = 15_000;

export interface WebhookSweepOptions {
  db: Database;
  queues: Pick<WebhookQueues, 'wake'>;
  log: Logger;
  now?: () => Date;
}

/**
 * Wakes the queues of webhook endpoints whose deliveries are overdue: the process died before it could wake
 * them, or the workflow was terminated. Any number of processes may sweep.
 */
export class WebhookSweep {
  readonly #options: Required<WebhookSweepOptions>;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: WebhookSweepOptions) {
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

  /** Wakes overdue queues and returns their number. */
  async sweep(): Promise<number> {
    const { db, queues, now } = this.#options;
    const overdue = await overdueQueues(db, now());
    for (const queue of overdue) await queues.wake(queue);
    return overdue.length;
  }

  async #sweepLogged(): Promise<void> {
    try {
      const overdue = await this.sweep();
      if (overdue > 0) this.#options.log.debug({ overdue }, 'woke overdue webhook queues');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not look for overdue webhook queues; retrying');
    }
  }
}
