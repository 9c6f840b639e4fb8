import type { Client } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils.js';

/** WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND: a message came while the task was under way, and is in the next one. */
const unhandledCommand = 1;

/** The workflow tasks that failed, in any run: a worker could not continue a run that another one had begun. */
export async function failingTasks(client: Client): Promise<string[]> {
  const failures: string[] = [];
  const histories = client.workflow.list().intoHistories({ concurrency: 10 });
  for await (const { workflowId, history } of histories) {
    for (const { workflowTaskFailedEventAttributes: failed } of (history as History).events ?? []) {
      if (!failed || failed.cause === unhandledCommand) continue;
      failures.push(`a workflow task of ${workflowId} failed: ${failed.cause} ${failed.failure?.message}`);
    }
  }
  return failures;
}
