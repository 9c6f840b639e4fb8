import { createLogger } from '../api/telemetry/logger.js';
import { EventReader } from '../db/events/read-event.js';
import { Rater } from '../documents/rating/rater.js';
import { connectToDatabase, startCatalog, startClock } from './parts/database.js';
import { startDocuments, startThreads } from './parts/documents.js';
import { startEventWorker } from './parts/event-worker.js';
import { runParts } from './parts/lifecycle.js';
import { startMetrics } from './parts/metrics.js';
import { requireMigrated } from './parts/migrations.js';
import { providersOf } from './parts/payments.js';
import { requireServers } from './parts/servers.js';
import { connectToTemporal, installTemporalRuntime, registerSearchAttributes } from './parts/temporal.js';
import { startTracing } from './parts/tracing.js';
import type { Settings } from './settings/settings.js';

/** Runs a worker alone, against external servers. Any number of them share the work. */
export async function runWorker(settings: Settings): Promise<number> {
  const { databaseUrl, temporalAddress } = requireServers(settings);
  const { temporalNamespace: namespace, temporalTaskQueue: taskQueue, logLevel } = settings;
  const server = { address: temporalAddress, security: settings.temporalSecurity };
  const { outboundEndpoints: endpoints, environment, webhooks } = settings;
  const outbound = { endpoints, environment, webhooks };
  const logger = createLogger({ level: logLevel });
  const say = (line: string) => logger.info(line);
  return runParts(
    async (lifecycle) => {
      const tracing = await startTracing(settings, 'ioi-worker', { lifecycle, logger });
      const metrics = await startMetrics(settings, lifecycle);
      const db = await connectToDatabase(databaseUrl, 'ioi-worker', lifecycle, tracing);
      await requireMigrated(db, logger);
      metrics?.observePool('ioi-worker', db);
      await installTemporalRuntime(logger, metrics);
      const connection = await connectToTemporal(server);
      lifecycle.onStop('the connection to Temporal', () => connection.close());
      await registerSearchAttributes(connection, namespace, logger);
      const catalog = await startCatalog(databaseUrl, settings, lifecycle);
      const threads = startThreads(lifecycle);
      const worker = await startEventWorker({
        connection,
        namespace,
        taskQueue,
        db,
        catalog,
        outbound,
        tracing,
        events: new EventReader(db),
        now: await startClock(db, { lifecycle, logger }),
        version: settings.workerVersion,
        payments: await providersOf(settings.payments),
        mail: settings.mail,
        documents: startDocuments(db, settings, { lifecycle, threads }),
        rater: new Rater(threads),
      });
      lifecycle.onStop('the worker', worker.stop);
      worker.ended.catch(lifecycle.fail);
      metrics?.readyWhen({
        worker: worker.check,
        database: () => db.raw('select 1'),
        temporal: () => connection.workflowService.describeNamespace({ namespace }),
      });
      say(`The worker serves task queue ${taskQueue} of ${temporalAddress}, namespace ${namespace}.`);
    },
    { logger, say },
  );
}
