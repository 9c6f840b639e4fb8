import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each organization that sends mails. Its argument is the organization's id. */
export const mailQueueType = 'mailQueue';

/** Ends the wait: something is due. */
export const mailsDueSignal = 'mailsDue';

/** How an organization's queue is started, wherever it is. */
export function mailQueueOptions(organizationId: string) {
  return {
    workflowId: `mail-queue-${organizationId}`,
    args: [organizationId] as [string],
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: 'Mails of one organization',
  };
}
