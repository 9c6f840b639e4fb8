import type { Client, WorkflowHandle } from '@temporalio/client';
import type { Database } from '../../db/database.js';
import { latestPlanOf } from '../../db/events/retry-event.js';
import { Event } from '../../db/models/event.js';
import { policyWorkflow } from '../../db/policies/policy-workflows.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { policyTermId } from '../../workflows/contracts/policy-term.js';

interface Servers {
  db: Database;
  client: Client;
}

/** The latest run of an event. */
export async function runOf({ db, client }: Servers, triggerRequestId: string): Promise<WorkflowHandle> {
  const event = await Event.query(db)
    .findById(triggerRequestId)
    .select('plan', 'retry_plan')
    .throwIfNotFound();
  return client.workflow.getHandle(workflowIdOf(latestPlanOf(event)));
}

/** The workflow of a policy. */
export async function termOf({ db, client }: Servers, policyId: string): Promise<WorkflowHandle> {
  return client.workflow.getHandle(policyTermId(await policyWorkflow(db, policyId)));
}
