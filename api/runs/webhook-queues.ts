import type { Client } from '@temporalio/client';
import type { QueueToWake } from '../../db/webhooks/wake-queues.js';
import {
  lookSignal,
  webhookQueueId,
  webhookQueueOptions,
  webhookQueueType,
} from '../../workflows/contracts/webhook-queue.js';
import { isUnanswered } from './run-errors.js';

const limitMs = 5_000;
const tellLimitMs = 2_000;

/** Temporal cannot be reached. */
export class QueueUnwoken extends Error {}

/** Wakes the queues of webhook endpoints; event runs wake them, too. */
export class WebhookQueues {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Has a queue look for due deliveries, and starts its workflow if there is none. Throws {@link QueueUnwoken}. */
  async wake(queue: QueueToWake): Promise<void> {
    try {
      await this.uses.client.withDeadline(Date.now() + limitMs, () =>
        this.uses.client.workflow.signalWithStart(webhookQueueType, {
          ...webhookQueueOptions(queue),
          taskQueue: this.uses.taskQueue,
          signal: lookSignal,
        }),
      );
    } catch (error) {
      throw isUnanswered(error) ? new QueueUnwoken('unwoken', { cause: error }) : error;
    }
  }

  /** Has a running queue notice that its endpoint was changed; the sweep makes up for an unavailable Temporal. */
  async tellSoon(endpointId: string): Promise<void> {
    try {
      await this.uses.client.withDeadline(Date.now() + tellLimitMs, () =>
        this.uses.client.workflow.getHandle(webhookQueueId(endpointId)).signal(lookSignal),
      );
    } catch {
      // It has nothing to do, or the change is in the database for its next round.
    }
  }
}
