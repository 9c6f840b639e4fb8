import type { SearchAttributePair } from '@temporalio/common';
import type { DeliveryRun, DeliveryToMake, EventToDeliver } from '../../domain/webhooks/delivery.js';

/** The workflow type: one for each endpoint that is told of an event's end, and one each time it is sent anew. */
export const webhookDeliveryType = 'webhookDelivery';

/** Ends the wait for the next attempt. */
export const sendNowSignal = 'sendNow';

export interface DeliveryStart {
  eventType: string;
  /** What it can be found by in the Temporal UI. */
  attributes: SearchAttributePair[];
}

/** The delivery of an event's end, as the event's run starts it. */
export function eventDeliveryOptions(toTell: EventToDeliver, start: DeliveryStart) {
  return deliveryOptions(eventDeliveryId(toTell), toTell, start);
}

/** A delivery that is in the database already, as the API starts it: a test, or one that is sent anew. */
export function openDeliveryOptions(
  delivery: DeliveryRun & { event: EventToDeliver | undefined },
  start: DeliveryStart,
) {
  const { deliveryId, resends, event } = delivery;
  return deliveryOptions(openDeliveryId(delivery), event ?? { deliveryId, resends }, start);
}

function eventDeliveryId({ triggerRequestId, endpointId, runRetry }: EventToDeliver): string {
  return `webhook-${triggerRequestId}-${endpointId}${runRetry > 0 ? `-retry-${runRetry}` : ''}`;
}

function openDeliveryId({ deliveryId, resends, event }: DeliveryRun & { event: EventToDeliver | undefined }) {
  if (resends > 0) return `webhook-${deliveryId}-resend-${resends}`;
  return event === undefined ? `webhook-${deliveryId}` : eventDeliveryId(event);
}

/** A delivery that is over is never made again under the same id: its row says how it ended. */
function deliveryOptions(
  workflowId: string,
  toMake: DeliveryToMake,
  { eventType, attributes }: DeliveryStart,
) {
  return {
    workflowId,
    args: [toMake] as [DeliveryToMake],
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    typedSearchAttributes: attributes,
    staticSummary: `Webhook · ${eventType}`,
  };
}
