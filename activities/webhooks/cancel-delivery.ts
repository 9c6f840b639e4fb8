import { cancelDelivery } from '../../db/webhooks/attempts.js';
import type { DeliveryRun } from '../../domain/webhooks/delivery.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** Closes the row of a delivery whose workflow was cancelled. */
export function createCancelWebhookDelivery({ db, now }: ActivityDependencies) {
  return (run: DeliveryRun): Promise<void> =>
    asActivity(() => cancelDelivery(db, run, 'it was stopped by an operator', now()));
}
