import type { FiredEvent, RunPlan } from '../../domain/runs/fired-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { eventSearchAttributes } from './search-attributes.js';

/** The options that an event's run is started with: its id, its argument and what the Temporal UI shows. */
export function eventRunOptions(plan: RunPlan) {
  const { fired, organizationId, organizationName, productKey, productTitle, clientId, policyId, clock } =
    plan;
  return {
    workflowId: workflowIdOf(plan),
    args: [fired] as [FiredEvent],
    // A completed run is never started again: its outcome is in the database.
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    typedSearchAttributes: eventSearchAttributes({
      organizationId,
      type: fired.type,
      productKey,
      clientId,
      policyId,
      clockId: clock?.id,
    }),
    staticSummary: [fired.type, productTitle, organizationName, ...(clock ? [`at ${clock.time}`] : [])].join(
      ' · ',
    ),
    staticDetails: fired.actions.map((action) => `- ${action.name} (${action.type})`).join('\n'),
  };
}
