import { getExternalWorkflowHandle, isCancellation } from '@temporalio/workflow';
import {
  policyChangedSignal,
  policyTermId,
  policyTermOptions,
  policyTermType,
} from './contracts/policy-term.js';
import { startDetached } from './start-detached.js';

/** Begins the life of a policy. It goes on by itself; one that is there already is a success. */
export function startPolicyTerm(policyId: string): Promise<void> {
  return startDetached(policyTermType, policyTermOptions(policyId));
}

/** Tells a policy's workflow that something has changed; one that is not there is started, and reads it then. */
export async function tellPolicyTerm(policyId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(policyTermId(policyId)).signal(policyChangedSignal);
  } catch (error) {
    if (isCancellation(error)) throw error;
    await startPolicyTerm(policyId);
  }
}
