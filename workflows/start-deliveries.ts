import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { startChild, workflowInfo } from '@temporalio/workflow';
import type { FiredEvent } from '../domain/events/fired-event.js';
import { eventDeliveryOptions, webhookDeliveryType } from './contracts/webhook-delivery.js';

/**
 * Starts what tells the webhook endpoints of an event that its run is over. Each goes on by itself; call it when
 * the event's row is closed. Costs nothing where nobody is to be told.
 */
export async function startDeliveries({ triggerRequestId, type, notify = [], retry = 0 }: FiredEvent) {
  const start = { eventType: type, attributes: workflowInfo().typedSearchAttributes.getAll() };
  await Promise.all(
    notify.map(async (endpointId) => {
      const toTell = { triggerRequestId, endpointId, runRetry: retry };
      try {
        await startChild(webhookDeliveryType, {
          ...eventDeliveryOptions(toTell, start),
          parentClosePolicy: 'ABANDON',
        });
      } catch (error) {
        // One that is there already is a success.
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    }),
  );
}
