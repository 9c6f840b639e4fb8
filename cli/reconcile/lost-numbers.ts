import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { Database } from '../../db/database.js';
import { sequenceOfNumber } from '../../domain/policy/numbering.js';
import { productOfWorkflowId } from '../../domain/runs/workflow-ids.js';

/** The number of a policy by the title of its workflow; its id has it without some characters. */
export async function numberOfPolicy(
  client: Client,
  { workflowId, runId }: WorkflowExecutionInfo,
): Promise<string | undefined> {
  const description = await client.workflow.getHandle(workflowId, runId).describe();
  const title = await description.staticSummary();
  return /^The life of policy (.+)$/.exec(title ?? '')?.[1];
}

/**
 * Raises the counter of a lost policy's product to its number, which is on documents that went out. A counter that
 * the number was the first of is not known any more.
 */
export async function keepNumber(db: Database, workflowId: string, number: string): Promise<void> {
  const counters = await db('policy_numbers')
    .join('products', 'products.id', 'policy_numbers.product_id')
    .where('products.key', productOfWorkflowId(workflowId) ?? '')
    .select('policy_numbers.product_id', 'policy_numbers.scope');
  for (const { product_id, scope } of counters as { product_id: string; scope: string }[]) {
    const sequence = sequenceOfNumber(scope, number);
    if (sequence === undefined) continue;
    await db('policy_numbers')
      .where({ product_id, scope })
      .where('last', '<', String(sequence))
      .update({ last: String(sequence) });
  }
}
