import type { PolicyState } from '../../domain/policy/policy-state.js';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import type { PolicyTaskKind } from '../../domain/policy/upcoming.js';
import { policyAttribute } from './search-attributes.js';

export const policyType = 'policy';

export const policyTermId = ({ policyId, workflowId = `policy-${policyId}` }: PolicyWorkflow): string =>
  workflowId;

export interface PolicyTermInput {
  policyId: string;
}

/** The next task of a policy. */
export interface UpcomingTask {
  kind: PolicyTaskKind;
  /** `YYYY-MM-DD` */
  on: string;
}

/** A policy when it was last checked; kept small, because it is in the workflow's history. */
export interface PolicyTermStatus {
  policyId: string;
  policyNumber: string;
  policyState: PolicyState;
  termNumber: number;
  effectiveDate: string;
  expirationDate: string;
  /** When it was checked, ISO 8601, by the clock of the activities. */
  lookedAt: string;
  /** Null where nothing is due any more. */
  next: UpcomingTask | null;
}

/** Message names, shared by the workflow and its callers. */
export const policyTermStatusQuery = 'policyTermStatus';
/** The policy has changed: check it again. Sent without waiting. */
export const policyChangedSignal = 'policyChanged';
/** The same, answered with the policy's status after the check. */
export const lookAfterUpdate = 'lookAfter';

/** The options that a policy's workflow is started with. One that has ended may start again. */
export function policyTermOptions(policy: PolicyWorkflow) {
  const { policyId, policyNumber } = policy;
  return {
    workflowId: policyTermId(policy),
    args: [{ policyId }] as [PolicyTermInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: [{ key: policyAttribute, value: policyId }],
    staticSummary: `The life of ${policyNumber === undefined ? 'a policy' : `policy ${policyNumber}`}`,
  };
}
