import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, WithStartWorkflowOperation, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { type Measured, measureLoad, type Work } from './load.js';

export interface FloorActivities {
  doNothing(): Promise<void>;
}

/**
 * `update-with-start`: to the result of an update that waits for one local activity. `two-activities`: to the
 * result of a workflow of two of them. `start-to-result`: to the result of an empty workflow. `start`: to the
 * server's acknowledgment.
 */
export type TemporalFloor = 'update-with-start' | 'two-activities' | 'start-to-result' | 'start';

export interface FloorTemporal {
  measure(floor: TemporalFloor, callers: number, durationMs: number): Promise<Measured>;
  stop(): Promise<void>;
}

const taskQueue = 'ioi-bench-floor';

/** A worker and a client on one connection, as in the service, without the service. */
export async function startFloorTemporal(address: string, namespace: string): Promise<FloorTemporal> {
  const logger = new DefaultLogger('WARN');
  Runtime.install({ logger, shutdownSignals: [] });
  const workflowsPath = fileURLToPath(new URL('./floor-workflow.js', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger });
  const connection = await NativeConnection.connect({ address });
  const activities: FloorActivities = { doNothing: async () => undefined };
  const worker = await Worker.create({ connection, namespace, taskQueue, workflowBundle, activities });
  const running = worker.run();
  const { workflow } = new Client({ connection, namespace });

  const options = () => ({ taskQueue, workflowId: `floor-${randomUUID()}`, args: [] as [] });
  const unfinished: WorkflowHandle[] = [];
  const works: Record<TemporalFloor, Work> = {
    'update-with-start': () =>
      workflow.executeUpdateWithStart('floorResult', {
        startWorkflowOperation: new WithStartWorkflowOperation('floorRun', {
          ...options(),
          workflowIdConflictPolicy: 'FAIL',
        }),
      }),
    'two-activities': () => workflow.execute('floorTwoActivities', options()),
    'start-to-result': () => workflow.execute('floorNothing', options()),
    start: async () => unfinished.push(await workflow.start('floorNothing', options())),
  };

  return {
    measure: async (floor, callers, durationMs) => {
      const measured = await measureLoad(callers, durationMs, works[floor]);
      // Workflows that are still running would burden the next measurement.
      for (const handle of unfinished.splice(0)) await handle.result();
      return measured;
    },
    stop: async () => {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}
