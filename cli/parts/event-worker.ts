import path from 'node:path';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import { type InjectedSinks, type NativeConnection, Worker } from '@temporalio/worker';
import type { OutboundSettings } from '../../activities/ground/dependencies.js';
import type { MailSettings } from '../../activities/ground/mail-settings.js';
import type { PaymentProviders } from '../../activities/ground/payment-provider.js';
import { createActivities } from '../../activities/index.js';
import { titledActivities } from '../../activities/titled.js';
import type { Database } from '../../db/database.js';
import type { EventReader } from '../../db/events/read-event.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { DocumentServices } from '../../documents/making/services.js';
import type { Rater } from '../../documents/rating/rater.js';
import type { TraceSinks } from '../../workflows/contracts/tracing.js';
import { packageRoot } from '../ground/package-info.js';
import type { Tracing } from '../tracing/tracing.js';
import { workerOptions } from './worker-options.js';

export interface EventWorkerOptions {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  db: Database;
  catalog: ProductCatalog;
  /** By the database's clock. */
  now: () => Date;
  events: EventReader;
  outbound: OutboundSettings;
  payments: PaymentProviders;
  mail: MailSettings;
  documents: DocumentServices;
  rater: Rater;
  /** Undefined: the worker takes the tasks of all runs, whatever version is current. */
  version?: WorkerDeploymentVersion | undefined;
  tracing: Tracing | undefined;
}

/** A traced caller's run may end on a worker that sends no traces. */
const untraced: InjectedSinks<TraceSinks> = { traces: { runEnded: { fn: () => undefined } } };

export interface EventWorker {
  /** Rejects unless it polls. */
  check(): Promise<void>;
  /** Settles when the worker ends: rejected if it failed. */
  ended: Promise<void>;
  /** Waits for running work to finish, within bounds. */
  stop(): Promise<void>;
}

/**
 * The worker of event runs, with the workflow bundle made at build time and the activities of this process.
 */
export async function startEventWorker(options: EventWorkerOptions): Promise<EventWorker> {
  const { connection, namespace, taskQueue, db, catalog, events, outbound, payments, documents, rater } =
    options;
  const { now, tracing, version, mail } = options;
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    ...workerOptions,
    // Any run may wait for months. None is pinned, so that no worker has to be kept for it.
    ...(version && {
      workerDeploymentOptions: {
        version,
        useWorkerVersioning: true,
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    }),
    workflowBundle: { codePath: path.join(packageRoot(), 'dist/workflow-bundle.js') },
    activities: titledActivities(
      createActivities({
        db,
        catalog,
        events,
        now,
        outbound,
        payments,
        mail,
        documents,
        rater,
      }),
    ),
    sinks: tracing?.runs ?? untraced,
    ...(tracing && { interceptors: { activity: [tracing.activities] } }),
    shutdownGraceTime: '5 seconds',
    shutdownForceTime: '10 seconds',
  });
  const ended = worker.run();
  ended.catch(() => undefined);
  return {
    check: async () => {
      if (worker.getState() !== 'RUNNING') throw new Error('the worker does not run');
    },
    ended,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}
