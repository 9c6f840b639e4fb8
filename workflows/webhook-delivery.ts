import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import type { AttemptOutcome } from '../activities/webhooks/attempt-delivery.js';
import type { OpenedDelivery } from '../activities/webhooks/open-delivery.js';
import type { DeliveryToMake } from '../domain/webhooks/delivery.js';
import { shortWork } from './activity-options.js';
import { sendNowSignal } from './contracts/webhook-delivery.js';

export const sendNow = defineSignal(sendNowSignal);

export interface MadeDelivery {
  state: AttemptOutcome['kind'];
  detail: string;
}

const { openWebhookDelivery, cancelWebhookDelivery } = proxyLocalActivities<Activities>(shortWork);

// A receiver's failure is a result of the activity; these retries are for failures of our own.
const { attemptWebhookDelivery } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Notifies one endpoint of an event's end, until it accepts or the last attempt has failed. */
export async function webhookDelivery(toMake: DeliveryToMake): Promise<MadeDelivery> {
  const request = { isDue: false };
  setHandler(sendNow, () => {
    request.isDue = true;
  });
  // A cancellation at this moment still finds a row to record it in.
  const delivery = await CancellationScope.nonCancellable(() =>
    openWebhookDelivery.executeWithOptions({ summary: 'Open the delivery' }, [toMake]),
  );
  if (delivery === null) return { state: 'OVER', detail: 'there was nothing to send' };
  try {
    return await deliver(delivery, request);
  } catch (error) {
    if (isCancellation(error)) {
      const { deliveryId, resends } = delivery;
      await CancellationScope.nonCancellable(() => cancelWebhookDelivery({ deliveryId, resends }));
    }
    throw error;
  }
}

async function deliver(
  { deliveryId, resends, retrySeconds }: OpenedDelivery,
  request: { isDue: boolean },
): Promise<MadeDelivery> {
  for (let attempt = 1, wait = 0; ; attempt += 1) {
    const seconds = retrySeconds[wait] ?? null;
    request.isDue = false;
    const { kind, detail } = await attemptWebhookDelivery.executeWithOptions(
      { summary: `Attempt ${attempt}` },
      [{ deliveryId, resends }, seconds],
    );
    setCurrentDetails(`Attempt ${attempt}: ${detail}${nextAttempt(seconds, kind)}`);
    if (kind !== 'RETRY' || seconds === null) return { state: kind, detail };
    // An attempt on request is in addition to the scheduled ones.
    if (!(await condition(() => request.isDue, seconds * 1000))) wait += 1;
  }
}

function nextAttempt(seconds: number | null, kind: AttemptOutcome['kind']): string {
  if (kind !== 'RETRY' || seconds === null) return '';
  return `\n\nThe next is at ${new Date(Date.now() + seconds * 1000).toISOString()}.`;
}
