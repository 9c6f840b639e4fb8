import type { Knex } from 'knex';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';

/** What the workflows of policies are called in Temporal: the first change of each policy has it. */
export async function policyWorkflows(db: Knex, policyIds: readonly string[]): Promise<PolicyWorkflow[]> {
  const { rows } = await db.raw<{ rows: PolicyWorkflow[] }>(
    `select policy_id as "policyId", data ->> 'workflowId' as "workflowId", data ->> 'policyNumber' as "policyNumber"
     from policy_changes where policy_id = any (?::uuid[]) and seq = 1 and data ->> 'workflowId' is not null`,
    [[...policyIds]] as never,
  );
  return rows;
}

/** The same of one policy. Those that earlier versions issued have nothing but their ids. */
export async function policyWorkflow(db: Knex, policyId: string): Promise<PolicyWorkflow> {
  const [known] = await policyWorkflows(db, [policyId]);
  return known ?? { policyId };
}
