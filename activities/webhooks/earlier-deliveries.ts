import { cancelDelivery } from '../../db/webhooks/cancel-deliveries.js';
import { openDeliveries } from '../../db/webhooks/open-delivery.js';
import type { DeliveryRun, DeliveryToMake } from '../../domain/webhooks/delivery.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** The result of a step, for the workflow. */
export interface DeliveryStep {
  kind: 'DELIVERED' | 'FAILED' | 'OVER' | 'RETRY';
  detail: string;
}

/**
 * The activities of workflows that earlier versions started for single deliveries. They hand each delivery to
 * the queue of its endpoint, which finds what is due in the database, and end the workflow.
 */
export function createEarlierDeliveries({ db, now }: Pick<ActivityDependencies, 'db' | 'now'>) {
  return {
    openWebhookDelivery: (toMake: DeliveryToMake): Promise<null> =>
      asActivity(async () => {
        if ('endpointId' in toMake) {
          const { endpointId, ...ending } = toMake;
          await openDeliveries(db, { ...ending, endpointIds: [endpointId] }, now());
        }
        return null;
      }),
    attemptWebhookDelivery: async (
      _run: DeliveryRun,
      _retryInSeconds: number | null,
    ): Promise<DeliveryStep> => ({
      kind: 'OVER',
      detail: 'the queue of its endpoint delivers it',
    }),
    cancelWebhookDelivery: (run: DeliveryRun): Promise<boolean> =>
      asActivity(() => cancelDelivery(db, run, 'it was stopped by an operator', now())),
  };
}
