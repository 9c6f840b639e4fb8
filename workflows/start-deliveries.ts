import { workflowInfo } from '@temporalio/workflow';
import type { FiredEvent } from '../domain/runs/fired-event.js';
import { eventDeliveryOptions, webhookDeliveryType } from './contracts/webhook-delivery.js';
import { startDetached } from './start-detached.js';

/**
 * Starts what tells the webhook endpoints of an event that its run is over. Each goes on by itself; call it when
 * the event's row is closed. Costs nothing where nobody is to be told.
 */
export async function startDeliveries({ triggerRequestId, type, notify = [], retry = 0 }: FiredEvent) {
  const start = { eventType: type, attributes: workflowInfo().typedSearchAttributes.getAll() };
  await Promise.all(
    notify.map((endpointId) => {
      const toTell = { triggerRequestId, endpointId, runRetry: retry };
      return startDetached(webhookDeliveryType, eventDeliveryOptions(toTell, start));
    }),
  );
}
