import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each webhook endpoint. Its argument is the endpoint's id. */
export const webhookQueueType = 'webhookQueue';

/** Ends the wait: something is due. */
export const lookSignal = 'look';

export function webhookQueueId(endpointId: string): string {
  return `webhook-queue-${endpointId}`;
}

/** How an endpoint's queue is started, wherever it is. */
export function webhookQueueOptions({
  endpointId,
  organizationId,
}: {
  endpointId: string;
  organizationId: string;
}) {
  return {
    workflowId: webhookQueueId(endpointId),
    args: [endpointId] as [string],
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: 'Webhooks of one endpoint',
  };
}
