import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { openDelivery } from '../../db/webhooks/open-delivery.js';
import type { DeliveryRun, DeliveryToMake } from '../../domain/webhooks/delivery.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** An open delivery and the seconds between its attempts. */
export interface OpenedDelivery extends DeliveryRun {
  retrySeconds: readonly number[];
}

/**
 * Opens the delivery of an event's end, or finds the one opened before; null if there is nothing to deliver.
 * A test is sent once.
 */
export function createOpenWebhookDelivery({ db, outbound, now }: ActivityDependencies) {
  return (toMake: DeliveryToMake): Promise<OpenedDelivery | null> =>
    asActivity(async () => {
      const delivery =
        'deliveryId' in toMake
          ? await WebhookDelivery.query(db).findById(toMake.deliveryId).where('resends', toMake.resends)
          : await openDelivery(db, toMake, now());
      if (delivery?.state !== 'PENDING') return null;
      const { id: deliveryId, resends, triggerRequestId } = delivery;
      const retrySeconds = triggerRequestId === null ? [] : outbound.webhooks.retrySeconds;
      return { deliveryId, resends, retrySeconds };
    });
}
