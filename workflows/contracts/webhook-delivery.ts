import type { SearchAttributePair } from '@temporalio/common';
import type { DeliveryRun, DeliveryToMake, EventToDeliver } from '../../domain/webhooks/delivery.js';

/** The workflow type: one for each endpoint that is notified of an event's end, and one for each resend. */
export const webhookDeliveryType = 'webhookDelivery';

/** Ends the wait for the next attempt. */
export const sendNowSignal = 'sendNow';

export interface DeliveryStart {
  eventType: string;
  /** Search attributes for the Temporal UI. */
  attributes: SearchAttributePair[];
}

/** The delivery of an event's end, as the event's run starts it. */
export function eventDeliveryOptions(toTell: EventToDeliver, start: DeliveryStart) {
  return deliveryOptions(eventDeliveryId(toTell), toTell, start);
}

/** A delivery that is in the database already, as the API starts it: a test or a resend. */
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

/** A completed delivery is never repeated under the same id: its row has the outcome. */
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
