import { Client, Connection } from '@temporalio/client';

/**
 * The number of history events of a run of the service, beside a bare workflow with as many local activities.
 */
export async function historyText({
  address,
  namespace,
}: {
  address: string;
  namespace: string;
}): Promise<string> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    const latest = async (type: string): Promise<number | undefined> => {
      const query = `WorkflowType = '${type}' and ExecutionStatus = 'Completed'`;
      for await (const { workflowId, runId } of workflow.list({ query, pageSize: 1 })) {
        return (await workflow.getHandle(workflowId, runId).describe()).historyLength;
      }
      return undefined;
    };
    const [run, bare] = [await latest('eventRun'), await latest('floorTwoActivities')];
    return `History events of a run: ${run ?? '?'}; of a bare workflow of two local activities: ${bare ?? '?'}`;
  } finally {
    await connection.close();
  }
}
