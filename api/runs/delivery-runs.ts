import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { eventTypeAttribute, organizationAttribute } from '../../workflows/contracts/search-attributes.js';
import {
  openDeliveryOptions,
  sendNowSignal,
  webhookDeliveryType,
} from '../../workflows/contracts/webhook-delivery.js';
import { isUnanswered } from './run-errors.js';

const limitMs = 5_000;

/** Temporal cannot be reached. */
export class DeliveryUnstarted extends Error {}

/** Starts workflows of deliveries that are in the database already; event runs start their own. */
export class DeliveryRuns {
  readonly #client: Client;
  readonly #taskQueue: string;

  constructor({ client, taskQueue }: { client: Client; taskQueue: string }) {
    this.#client = client;
    this.#taskQueue = taskQueue;
  }

  /**
   * Starts a delivery's workflow, or has the running one make its next attempt now. `CLOSED` if neither is
   * possible. Throws {@link DeliveryUnstarted}.
   */
  async sendNow(delivery: WebhookDelivery): Promise<'RUNNING' | 'CLOSED'> {
    try {
      await this.#client.withDeadline(Date.now() + limitMs, () =>
        this.#client.workflow.signalWithStart(webhookDeliveryType, {
          ...startOptions(delivery),
          taskQueue: this.#taskQueue,
          signal: sendNowSignal,
        }),
      );
      return 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      if (isUnanswered(error)) throw new DeliveryUnstarted('unstarted', { cause: error });
      throw error;
    }
  }
}

function startOptions({ id, resends, eventType, organizationId, ...delivery }: WebhookDelivery) {
  const { triggerRequestId, endpointId, runRetry } = delivery;
  const event = triggerRequestId === null ? undefined : { triggerRequestId, endpointId, runRetry };
  return openDeliveryOptions(
    { deliveryId: id, resends, event },
    {
      eventType,
      attributes: [
        { key: organizationAttribute, value: organizationId },
        { key: eventTypeAttribute, value: eventType },
      ],
    },
  );
}
