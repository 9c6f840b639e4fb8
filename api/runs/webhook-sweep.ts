import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { boundWaiting, deleteAbandoned } from '../../db/webhooks/polled-endpoints.js';
import { overdueQueues } from '../../db/webhooks/wake-queues.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';
import type { WebhookQueues } from './webhook-queues.js';

export interface WebhookSweepOptions {
  db: Database;
  queues: Pick<WebhookQueues, 'wake'>;
  now: () => Date;
}

/**
 * Wakes the queues of webhook endpoints whose deliveries are overdue, and returns their number: the process died before it
 * could wake them, or the workflow was terminated. What waits for polls is bounded, and
 * endpoints that nobody polls any more are deleted.
 */
export async function wakeOverdueQueues({ db, queues, now }: WebhookSweepOptions): Promise<number> {
  await deleteAbandoned(db, now());
  await boundWaiting(db, { now: now() });
  const overdue = await overdueQueues(db, now());
  for (const queue of overdue) await queues.wake(queue);
  return overdue.length;
}

/** `wakeOverdueQueues`, again and again. */
export function webhookSweep(options: WebhookSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({
    what: 'webhook queues',
    everyMs: 15_000,
    log,
    wake: () => wakeOverdueQueues(options),
  });
}
