import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { overdueQueues } from '../../db/webhooks/wake-queues.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { WebhookQueues } from './webhook-queues.js';

const everyMs = 15_000;

export interface WebhookSweepOptions {
  db: Database;
  queues: Pick<WebhookQueues, 'wake'>;
  log: Logger;
  now: () => Date;
}

/**
 * Wakes the queues of webhook endpoints whose deliveries are overdue: the process died before it could wake
 * them, or the workflow was terminated. Any number of processes may sweep.
 */
export class WebhookSweep {
  readonly #options: WebhookSweepOptions;
  readonly #repeated: RepeatedWork;

  constructor(options: WebhookSweepOptions) {
    this.#options = options;
    const { log } = options;
    const whenFailed = 'could not look for overdue webhook queues; retrying';
    this.#repeated = new RepeatedWork({ everyMs, log, whenFailed }, () => this.#sweepLogged());
  }

  start(): void {
    this.#repeated.start();
  }

  stop(): Promise<void> {
    return this.#repeated.stop();
  }

  /** Wakes overdue queues and returns their number. */
  async sweep(): Promise<number> {
    const { db, queues, now } = this.#options;
    const overdue = await overdueQueues(db, now());
    for (const queue of overdue) await queues.wake(queue);
    return overdue.length;
  }

  async #sweepLogged(): Promise<void> {
    const overdue = await this.sweep();
    if (overdue > 0) this.#options.log.debug({ overdue }, 'woke overdue webhook queues');
  }
}
