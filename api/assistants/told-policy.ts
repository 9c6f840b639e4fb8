import { type PolicyToTell, policyInWords } from '../../domain/assistants/policy-words.js';
import type { Operations } from './operations.js';
import type { Told } from './tool.js';

/** A policy as it is told: by the tool and by its resource. */
export async function toldPolicy(operations: Operations, policyId: string): Promise<Told> {
  const body = { includePolicy: true, includeFinanceState: true, includeCommentsStats: false };
  return policyInWords(
    await operations.call<PolicyToTell>('getPolicySections', { params: { policyId }, body }),
  );
}
