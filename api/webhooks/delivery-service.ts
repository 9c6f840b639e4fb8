import type { Database } from '../../db/database.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import type { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { cancelDelivery } from '../../db/webhooks/cancel-deliveries.js';
import { findDelivery, listDeliveries, sendAgain } from '../../db/webhooks/deliveries.js';
import type { DeliveryFilter } from '../../db/webhooks/delivery-filters.js';
import { findEndpoint } from '../../db/webhooks/endpoints.js';
import { openTestDelivery } from '../../db/webhooks/open-delivery.js';
import { endPause } from '../../db/webhooks/wake-queues.js';
import { Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { QueueUnwoken, type WebhookQueues } from '../runs/webhook-queues.js';
import { deliveryView, deliveryWithBodyView } from './views.js';

export interface WebhookDeliveryDependencies {
  db: Database;
  queues: Pick<WebhookQueues, 'wake'>;
  now: () => Date;
}

type Paging = { page: number; size: number };

/**
 * The deliveries of an organization's endpoints, resending and canceling them. Deliveries of other organizations are
 * not found.
 */
export class WebhookDeliveries {
  constructor(private readonly uses: WebhookDeliveryDependencies) {}

  async list({ organizationId }: Caller, filter: DeliveryFilter, { page, size }: Paging) {
    const { triggerRequestId: id } = filter;
    const key = id && (await keyOfEvent(this.uses.db, { organizationId, triggerRequestId: id }));
    const triggerRequestId = key ?? id;
    const { deliveries, total } = await listDeliveries(
      this.uses.db,
      organizationId,
      { ...filter, triggerRequestId },
      { page, size },
    );
    return pageOf(deliveries.map(deliveryView), { page, size }, total);
  }

  async read(caller: Caller, deliveryId: string) {
    return deliveryWithBodyView(await this.#find(caller, deliveryId));
  }

  /** Sends a test notification. */
  async test({ organizationId }: Caller, endpointId: string) {
    const endpoint = await findEndpoint(this.uses.db, organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    if (!endpoint.active) throw new Conflict('the endpoint is disabled', { code: 'ENDPOINT_DISABLED' });
    const delivery = await openTestDelivery(this.uses.db, endpoint, this.uses.now());
    try {
      await this.#wake(delivery);
    } catch (error) {
      const run = { deliveryId: delivery.id, resends: delivery.resends };
      await cancelDelivery(this.uses.db, run, 'it could not be started', this.uses.now());
      throw unwoken(error, 'the test could not be started: try it again');
    }
    return deliveryWithBodyView(delivery);
  }

  /** Resends a completed delivery, or makes the next attempt of a pending one now. */
  async resend(caller: Caller, deliveryId: string) {
    const delivery = await this.#find(caller, deliveryId);
    const endpoint = await findEndpoint(this.uses.db, caller.organizationId, delivery.endpointId);
    if (endpoint === undefined) throw new Conflict('the endpoint was deleted', { code: 'ENDPOINT_DISABLED' });
    if (!endpoint.active) throw new Conflict('the endpoint is disabled', { code: 'ENDPOINT_DISABLED' });
    await sendAgain(this.uses.db, delivery, this.uses.now());
    try {
      await this.#wake(delivery);
    } catch (error) {
      throw unwoken(error, 'it is kept, but could not be started now: send it again');
    }
    return this.read(caller, deliveryId);
  }

  /** Cancels a pending delivery. */
  async cancel(caller: Caller, deliveryId: string) {
    const { resends } = await this.#find(caller, deliveryId);
    if (!(await cancelDelivery(this.uses.db, { deliveryId, resends }, 'it was canceled', this.uses.now()))) {
      throw new Conflict('the delivery has ended');
    }
    return this.read(caller, deliveryId);
  }

  async #find({ organizationId }: Caller, deliveryId: string): Promise<WebhookDelivery> {
    const delivery = await findDelivery(this.uses.db, organizationId, deliveryId);
    if (delivery === undefined) throw new NotFound('webhook delivery', deliveryId);
    return delivery;
  }

  /** Has the queue of the delivery's endpoint look now, even if the endpoint is paused. */
  async #wake({ endpointId, organizationId }: WebhookDelivery): Promise<void> {
    await endPause(this.uses.db, endpointId, this.uses.now());
    await this.uses.queues.wake({ endpointId, organizationId });
  }
}

function unwoken(error: unknown, detail: string): unknown {
  return error instanceof QueueUnwoken ? new Unavailable(detail, { cause: error }) : error;
}
