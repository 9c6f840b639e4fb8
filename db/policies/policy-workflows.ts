import type { Knex } from 'knex';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import { PolicyChange } from '../models/policy-change.js';

/**
 * What the workflows of policies are called in Temporal, in the order of the ids: the first change of each policy has it. Those that
 * earlier versions issued have nothing but their ids.
 */
export async function policyWorkflows(db: Knex, policyIds: readonly string[]): Promise<PolicyWorkflow[]> {
  if (policyIds.length === 0) return [];
  const issues = await PolicyChange.query(db)
    .whereIn('policy_id', [...policyIds])
    .where('seq', 1)
    .select('policy_id', 'data');
  const known = new Map(issues.map(({ policyId, data }) => [policyId, data]));
  return policyIds.map((policyId) => {
    const { workflowId, policyNumber } = known.get(policyId) ?? {};
    return workflowId === undefined ? { policyId } : { policyId, workflowId, policyNumber };
  });
}

/** The same of one policy. */
export async function policyWorkflow(db: Knex, policyId: string): Promise<PolicyWorkflow> {
  const [known] = await policyWorkflows(db, [policyId]);
  return known ?? { policyId };
}
