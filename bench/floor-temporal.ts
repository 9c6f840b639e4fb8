import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { workerOptions } from '../cli/parts/worker-options.js';
import type { Work } from './load.js';

export interface FloorActivities {
  doNothing(): Promise<void>;
}

export interface FloorTemporal {
  /** Starts a workflow by an update, and waits for its answer. */
  updateWithStart: Work;
  stop(): Promise<void>;
}

const taskQueue = 'ioi-bench-floor';

/** A worker and a client on one connection, with the settings of the service's, without the service. */
export async function startFloorTemporal(address: string, namespace: string): Promise<FloorTemporal> {
  const logger = new DefaultLogger('WARN');
  Runtime.install({ logger, shutdownSignals: [] });
  const workflowsPath = fileURLToPath(new URL('./floor-workflow.js', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger });
  const connection = await NativeConnection.connect({ address, grpcCompression: { codec: 'none' } });
  const activities: FloorActivities = { doNothing: async () => undefined };
  const served = { connection, namespace, taskQueue, workflowBundle, activities };
  const worker = await Worker.create({ ...served, ...workerOptions });
  const running = worker.run();
  const { workflow } = new Client({ connection, namespace });
  return {
    updateWithStart: () =>
      workflow.executeUpdateWithStart('floorResult', {
        startWorkflowOperation: new WithStartWorkflowOperation('floorRun', {
          taskQueue,
          workflowId: `floor-${randomUUID()}`,
          args: [],
          workflowIdConflictPolicy: 'FAIL',
        }),
      }),
    stop: async () => {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}
