import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { createLogger, type Logger } from '../api/telemetry/logger.js';
import { startApiServer } from './parts/api-server.js';
import { connectToDatabase, startCatalog, startClock } from './parts/database.js';
import { startDocuments, startThreads } from './parts/documents.js';
import { type Lifecycle, runParts } from './parts/lifecycle.js';
import { startMetrics } from './parts/metrics.js';
import { requireMigrated } from './parts/migrations.js';
import { requireServers } from './parts/servers.js';
import { connectTemporalClient, installTemporalRuntime, registerSearchAttributes } from './parts/temporal.js';
import { startTracing } from './parts/tracing.js';
import type { Settings } from './settings/settings.js';

/** Pollers stay listed for minutes after they end; a running one polls at least once a minute. */
const pollerFreshMs = 75_000;
const registrationRetryMs = 5_000;
/** Long enough for a load balancer that checks `/readyz` every two seconds. */
const drainSeconds = 5;

/** Runs the API alone, against external servers. Any number of API processes share the requests. */
export async function runApi(settings: Settings): Promise<number> {
  const { databaseUrl, temporalAddress } = requireServers(settings);
  const { temporalNamespace: namespace, temporalTaskQueue: taskQueue, logLevel } = settings;
  const server = { address: temporalAddress, security: settings.temporalSecurity };
  const logger = createLogger({ level: logLevel });
  const say = (line: string) => logger.info(line);
  return runParts(
    async (lifecycle) => {
      const tracing = await startTracing(settings, 'ioi-api', { lifecycle, logger });
      const metrics = await startMetrics(settings, lifecycle);
      const db = await connectToDatabase(databaseUrl, 'ioi-api', lifecycle, tracing);
      await requireMigrated(db, logger);
      metrics?.observePool('ioi-api', db);
      await installTemporalRuntime(logger, metrics);
      const { client: temporal, close } = await connectTemporalClient(server, namespace, tracing);
      lifecycle.onStop('the connection to Temporal', close);
      registerWhenThere(temporal, namespace, { logger, lifecycle });
      const catalog = await startCatalog(databaseUrl, settings, lifecycle);
      const now = await startClock(db, { lifecycle, logger });
      const threads = startThreads(lifecycle);
      const worker = () => findWorker(temporal, { namespace, taskQueue, now });
      const url = await startApiServer(
        {
          settings,
          logger,
          db,
          databaseUrl,
          now,
          temporal,
          temporalUi: settings.temporalUiUrl,
          catalog,
          documents: startDocuments(db, settings, { lifecycle, threads }),
          threads,
          metrics,
          tracing,
          worker,
          drainSeconds: settings.drainSeconds ?? drainSeconds,
        },
        lifecycle,
      );
      say(`The API is at ${url}.`);
    },
    { logger, say },
  );
}

/** The API serves reads while Temporal is unavailable; search attributes are registered once it is back. */
function registerWhenThere(
  { connection }: Client,
  namespace: string,
  { logger, lifecycle }: { logger: Logger; lifecycle: Lifecycle },
): void {
  const stopped = new AbortController();
  lifecycle.onStop('the registration of search attributes', () => stopped.abort());
  const register = async () => {
    while (!stopped.signal.aborted) {
      try {
        await registerSearchAttributes(
          connection as Parameters<typeof registerSearchAttributes>[0],
          namespace,
          logger,
        );
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
        logger.warn({ err: error }, 'Temporal does not respond yet; retrying');
        await sleep(registrationRetryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };
  void register();
}

async function findWorker(
  { workflowService }: Client,
  { namespace, taskQueue, now }: { namespace: string; taskQueue: string; now: () => Date },
): Promise<void> {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: 1,
  });
  // Temporal's clock times the polls: with the earlier of these two, a fresh poll does not look old.
  const since = Math.min(Date.now(), now().getTime()) - pollerFreshMs;
  if (!pollers.some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 > since)) {
    throw new Error(`no worker polls task queue ${taskQueue}`);
  }
}
