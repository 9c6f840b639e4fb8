import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { DeliveryStep } from '../activities/webhooks/earlier-deliveries.js';
import type { DeliveryRun, DeliveryToMake } from '../domain/webhooks/delivery.js';
import { shortWork } from './activity-options.js';
import { sendNowSignal } from './contracts/webhook-delivery.js';

export const sendNow = defineSignal(sendNowSignal);

/** What an opened delivery was in histories of earlier versions. */
type OpenedDelivery = DeliveryRun & { retrySeconds: readonly number[] };

const { openWebhookDelivery, cancelWebhookDelivery } = proxyLocalActivities<Activities>(shortWork);
const { attemptWebhookDelivery } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * One delivery, as runs of earlier versions started it. Today its activities hand it to the endpoint's queue,
 * and the next step ends it. It can go when no such run is open: three days after the upgrade.
 */
export async function webhookDelivery(toMake: DeliveryToMake): Promise<DeliveryStep> {
  const request = { isDue: false };
  setHandler(sendNow, () => {
    request.isDue = true;
  });
  const delivery: OpenedDelivery | null = await CancellationScope.nonCancellable(() =>
    openWebhookDelivery.executeWithOptions({ summary: 'Open the delivery' }, [toMake]),
  );
  if (delivery === null) return { kind: 'OVER', detail: 'the queue of its endpoint delivers it' };
  const { deliveryId, resends, retrySeconds } = delivery;
  try {
    for (let wait = 0; ; ) {
      const seconds = retrySeconds[wait] ?? null;
      request.isDue = false;
      const step = await attemptWebhookDelivery({ deliveryId, resends }, seconds);
      if (step.kind !== 'RETRY' || seconds === null) return step;
      if (!(await condition(() => request.isDue, seconds * 1000))) wait += 1;
    }
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => cancelWebhookDelivery({ deliveryId, resends }));
    }
    throw error;
  }
}
