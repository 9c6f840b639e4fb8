import type { SearchAttributePair } from '@temporalio/common';
import type { EventToDeliver } from '../../domain/webhooks/delivery.js';

// Runs of earlier versions had a workflow for each delivery. This is what they need to be replayed and to end.

export const webhookDeliveryType = 'webhookDelivery';

/** Ended the wait for the next attempt. */
export const sendNowSignal = 'sendNow';

/** The delivery of an event's end, as the event's run started it. */
export function eventDeliveryOptions(
  toTell: EventToDeliver,
  { eventType, attributes }: { eventType: string; attributes: SearchAttributePair[] },
) {
  const { triggerRequestId, endpointId, runRetry } = toTell;
  return {
    workflowId: `webhook-${triggerRequestId}-${endpointId}${runRetry > 0 ? `-retry-${runRetry}` : ''}`,
    args: [toTell] as [EventToDeliver],
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    typedSearchAttributes: attributes,
    staticSummary: `Webhook · ${eventType}`,
  };
}
