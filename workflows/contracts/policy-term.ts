import type { PolicyState } from '../../domain/policy/policy-state.js';
import type { PolicyTaskKind } from '../../domain/policy/upcoming.js';
import { policyAttribute } from './search-attributes.js';

/** The workflow type; its id is `policy-{policyId}`. */
export const policyTermType = 'policyTerm';
export const policyTermId = (policyId: string): string => `policy-${policyId}`;

export interface PolicyTermInput {
  policyId: string;
}

/** What comes next in a policy's life. */
export interface UpcomingTask {
  kind: PolicyTaskKind;
  /** `YYYY-MM-DD` */
  on: string;
}

/** Where a policy stood when it was last looked after; kept small, because it is in the workflow's history. */
export interface PolicyTermStatus {
  policyId: string;
  policyNumber: string;
  policyState: PolicyState;
  termNumber: number;
  effectiveDate: string;
  expirationDate: string;
  /** When it was looked after, ISO 8601, by the clock of the activities. */
  lookedAt: string;
  /** Null where nothing is left to come. */
  next: UpcomingTask | null;
}

/** Message names, shared by the workflow and its callers. */
export const policyTermStatusQuery = 'policyTermStatus';
/** Something about the policy has changed: it is read again. Sent without waiting. */
export const policyChangedSignal = 'policyChanged';
/** The same, answered with where the policy stands once it was looked after. */
export const lookAfterUpdate = 'lookAfter';

/** How a policy's workflow is started, by whomever. One that has ended may begin again. */
export function policyTermOptions(policyId: string) {
  return {
    workflowId: policyTermId(policyId),
    args: [{ policyId }] as [PolicyTermInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: [{ key: policyAttribute, value: policyId }],
    staticSummary: 'The life of a policy',
  };
}
