import type { FiredEvent, RunPlan } from '../../domain/runs/fired-event.js';
import { eventRunId } from './event-run.js';
import { eventSearchAttributes } from './search-attributes.js';

/** How an event's run is started, by whomever: its id, its argument and what the Temporal UI shows of it. */
export function eventRunOptions({
  fired,
  organizationId,
  organizationName,
  productKey,
  productTitle,
  clientId,
  policyId,
}: RunPlan) {
  return {
    workflowId: eventRunId(fired.triggerRequestId, fired.retry),
    args: [fired] as [FiredEvent],
    // A run that is over is never started again: its outcome is in the database.
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    typedSearchAttributes: eventSearchAttributes({
      organizationId,
      type: fired.type,
      productKey,
      clientId,
      policyId,
    }),
    staticSummary: `${fired.type} · ${productTitle} · ${organizationName}`,
    staticDetails: fired.actions.map((action) => `- ${action.name} (${action.type})`).join('\n'),
  };
}
