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

// That a receiver fails is an answer of the activity; what is retried here is our own.
const { attemptWebhookDelivery } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Tells one endpoint of an event's end, until it has taken it or the last attempt has failed. */
export async function webhookDelivery(toMake: DeliveryToMake): Promise<MadeDelivery> {
  const poke = { isDue: false };
  setHandler(sendNow, () => {
    poke.isDue = true;
  });
  // Whoever cancels it in this moment still finds a row that says so.
  const delivery = await CancellationScope.nonCancellable(() =>
    openWebhookDelivery.executeWithOptions({ summary: 'Open the delivery' }, [toMake]),
  );
  if (delivery === null) return { state: 'OVER', detail: 'there was nothing to send' };
  try {
    return await deliver(delivery, poke);
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
  poke: { isDue: boolean },
): Promise<MadeDelivery> {
  for (let attempt = 1, wait = 0; ; attempt += 1) {
    const seconds = retrySeconds[wait] ?? null;
    poke.isDue = false;
    const { kind, detail } = await attemptWebhookDelivery.executeWithOptions(
      { summary: `Attempt ${attempt}` },
      [{ deliveryId, resends }, seconds],
    );
    setCurrentDetails(`Attempt ${attempt}: ${detail}${nextAttempt(seconds, kind)}`);
    if (kind !== 'RETRY' || seconds === null) return { state: kind, detail };
    // One that was asked for is in addition to those that come by themselves.
    if (!(await condition(() => poke.isDue, seconds * 1000))) wait += 1;
  }
}

function nextAttempt(seconds: number | null, kind: AttemptOutcome['kind']): string {
  if (kind !== 'RETRY' || seconds === null) return '';
  return `\n\nThe next is at ${new Date(Date.now() + seconds * 1000).toISOString()}.`;
}
