import type { Knex } from 'knex';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import { PolicyChange } from '../models/policy-change.js';

/** What the workflows of policies are called in Temporal: the first change of each policy has it. */
export async function policyWorkflows(db: Knex, policyIds: readonly string[]): Promise<PolicyWorkflow[]> {
  const issues = await PolicyChange.query(db)
    .whereIn('policy_id', [...policyIds])
    .where('seq', 1)
    .select('policy_id', 'data');
  return issues.flatMap(({ policyId, data: { workflowId, policyNumber } }) =>
    workflowId === undefined ? [] : [{ policyId, workflowId, policyNumber }],
  );
}

/** The same of one policy. Those that earlier versions issued have nothing but their ids. */
export async function policyWorkflow(db: Knex, policyId: string): Promise<PolicyWorkflow> {
  const [known] = await policyWorkflows(db, [policyId]);
  return known ?? { policyId };
}
