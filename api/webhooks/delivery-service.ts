import type { Database } from '../../db/database.js';
import type { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { cancelDelivery } from '../../db/webhooks/attempts.js';
import { findDelivery, listDeliveries, reopenDelivery } from '../../db/webhooks/deliveries.js';
import type { DeliveryFilter } from '../../db/webhooks/delivery-filters.js';
import { findEndpoint } from '../../db/webhooks/endpoints.js';
import { openTestDelivery } from '../../db/webhooks/open-delivery.js';
import { Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { type DeliveryRuns, DeliveryUnstarted } from '../runs/delivery-runs.js';
import { deliveryView, deliveryWithBodyView } from './views.js';

export interface WebhookDeliveryDependencies {
  db: Database;
  runs: Pick<DeliveryRuns, 'sendNow'>;
  now: () => Date;
}

type Paging = { page: number; size: number };

/**
 * The deliveries of an organization's endpoints, and resending them. Deliveries of other organizations are
 * not found.
 */
export class WebhookDeliveries {
  readonly #db: Database;
  readonly #runs: Pick<DeliveryRuns, 'sendNow'>;
  readonly #now: () => Date;

  constructor({ db, runs, now }: WebhookDeliveryDependencies) {
    this.#db = db;
    this.#runs = runs;
    this.#now = now;
  }

  async list({ organizationId }: Caller, filter: DeliveryFilter, { page, size }: Paging) {
    const { deliveries, total } = await listDeliveries(this.#db, organizationId, filter, { page, size });
    return pageOf(deliveries.map(deliveryView), { page, size }, total);
  }

  async read(caller: Caller, deliveryId: string) {
    return deliveryWithBodyView(await this.#find(caller, deliveryId));
  }

  /** Sends a test notification. */
  async test({ organizationId }: Caller, endpointId: string) {
    const endpoint = await findEndpoint(this.#db, organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    if (!endpoint.active) throw new Conflict('the endpoint is disabled');
    const delivery = await openTestDelivery(this.#db, endpoint, this.#now());
    try {
      await this.#runs.sendNow(delivery);
    } catch (error) {
      const run = { deliveryId: delivery.id, resends: delivery.resends };
      await cancelDelivery(this.#db, run, 'it could not be started', this.#now());
      throw unstarted(error, 'the test could not be started: try it again');
    }
    return deliveryWithBodyView(delivery);
  }

  /** Resends a completed delivery, or makes the next attempt of a pending one now. */
  async resend(caller: Caller, deliveryId: string) {
    const delivery = await this.#find(caller, deliveryId);
    const endpoint = await findEndpoint(this.#db, caller.organizationId, delivery.endpointId);
    if (endpoint === undefined) throw new Conflict('the endpoint was deleted');
    if (!endpoint.active) throw new Conflict('the endpoint is disabled');
    const open = delivery.state === 'PENDING' ? delivery : await this.#reopen(delivery);
    const sent = await this.#sendNow(open);
    // Its workflow was stopped before it could record that in the row.
    if (sent === 'CLOSED') await this.#sendNow(await this.#reopen(open));
    return this.read(caller, deliveryId);
  }

  async #find({ organizationId }: Caller, deliveryId: string): Promise<WebhookDelivery> {
    const delivery = await findDelivery(this.#db, organizationId, deliveryId);
    if (delivery === undefined) throw new NotFound('webhook delivery', deliveryId);
    return delivery;
  }

  async #reopen({ id, resends }: WebhookDelivery): Promise<WebhookDelivery> {
    const reopened = await reopenDelivery(this.#db, { deliveryId: id, after: resends, now: this.#now() });
    if (reopened === undefined) throw new NotFound('webhook delivery', id);
    return reopened;
  }

  async #sendNow(delivery: WebhookDelivery): Promise<'RUNNING' | 'CLOSED'> {
    try {
      return await this.#runs.sendNow(delivery);
    } catch (error) {
      throw unstarted(error, 'it is kept, but could not be started now: send it again');
    }
  }
}

function unstarted(error: unknown, detail: string): unknown {
  return error instanceof DeliveryUnstarted ? new Unavailable(detail, { cause: error }) : error;
}
