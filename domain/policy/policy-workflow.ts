/** A policy, with what its workflow in Temporal is called. */
export interface PolicyWorkflow {
  policyId: string;
  /** Kept when it was issued. Policies that earlier versions issued have none: theirs is `policy-{policyId}`. */
  workflowId?: string;
  /** As issued. */
  policyNumber?: string;
}
