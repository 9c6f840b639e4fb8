import { createLogger } from '../api/telemetry/logger.js';
import { EventReader } from '../db/events/read-event.js';
import { Rater } from '../documents/rating/rater.js';
import { utcDate } from '../domain/ground/calendar.js';
import { banner, firstQuote } from './demo/banner.js';
import { startCarrierMarket } from './demo/carrier-market.js';
import { type DemoFile, demoFilePath, writeSecretFile } from './demo/demo-file.js';
import { demoKeyFor } from './demo/demo-key.js';
import { makeExampleRecords } from './demo/example-records.js';
import { postmanEnvironment, postmanEnvironmentPath } from './demo/postman-environment.js';
import { prepareDemo } from './demo/prepare.js';
import { requireRoom } from './embedded/room-on-disk.js';
import { startApiServer } from './parts/api-server.js';
import { connectToDatabase, startCatalog, startClock } from './parts/database.js';
import { startDocuments, startThreads } from './parts/documents.js';
import { startEventWorker } from './parts/event-worker.js';
import { requireFreePort } from './parts/http-server.js';
import { followSupervisor, watchLauncher } from './parts/launcher.js';
import { type Lifecycle, runParts } from './parts/lifecycle.js';
import { startMetrics } from './parts/metrics.js';
import { aheadText, prepareSchema } from './parts/migrations.js';
import { ownFolder } from './parts/own-folder.js';
import { providersOf } from './parts/payments.js';
import { startDatabase, startTemporal } from './parts/servers.js';
import {
  clientOn,
  connectToTemporal,
  installTemporalRuntime,
  registerSearchAttributes,
} from './parts/temporal.js';
import { startTracing } from './parts/tracing.js';
import type { Settings } from './settings/settings.js';

/**
 * Runs everything in one process: database, Temporal, migrations, demo data, worker and API. If `npm run dev`
 * starts it `again`, it does not repeat its first messages.
 */
export async function start(settings: Settings, { again = false } = {}): Promise<number> {
  const { dataDir, temporalNamespace: namespace, temporalTaskQueue: taskQueue } = settings;
  const logger = createLogger({ level: settings.logLevel });
  const startedAtMs = performance.now();
  const say = (line: string) => console.log(line);

  const startParts = async (lifecycle: Lifecycle) => {
    const launcherGone = () => lifecycle.stop('The npm that started this process was killed.');
    lifecycle.onStop('the watch of npm', watchLauncher(launcherGone));
    const tellReady = followSupervisor(lifecycle);
    await ownFolder(dataDir, lifecycle, say);
    await requireFreePort(settings);
    const tracing = await startTracing(settings, 'ioi', { lifecycle, logger });
    const metrics = await startMetrics(settings, lifecycle);
    const [databaseUrls, temporal] = await Promise.all([
      startDatabase(settings, lifecycle, say),
      startTemporal(settings, lifecycle, say),
    ]);

    const { applied, ahead } = await prepareSchema(databaseUrls);
    if (applied.length > 0) say(`The schema of the database is up to date (${applied.length} applied).`);
    if (ahead.length > 0) say(aheadText(ahead));
    const { url: databaseUrl } = databaseUrls;
    const db = await connectToDatabase(databaseUrl, 'ioi', lifecycle, tracing);
    metrics?.observePool('ioi', db);
    const now = await startClock(db, { lifecycle, logger });
    await installTemporalRuntime(logger, metrics);
    const connection = await connectToTemporal(temporal);
    lifecycle.onStop('the connection to Temporal', () => connection.close());
    await registerSearchAttributes(connection, namespace, logger);
    const catalog = await startCatalog(databaseUrl, settings, lifecycle);
    const { seeded, ...demo } = await prepareDemo(db, { dataDir, catalog, now });
    if (seeded) say('The database was empty: it now has the demo organizations and products.');

    const market = await startCarrierMarket(db, demo, settings, lifecycle);
    const { environment, webhooks } = settings;
    const outbound = { endpoints: market.endpoints, environment, webhooks };
    const threads = startThreads(lifecycle);
    const documents = startDocuments(db, settings, { lifecycle, threads });
    const worker = await startEventWorker({
      connection,
      namespace,
      taskQueue,
      db,
      catalog,
      now,
      outbound,
      tracing,
      payments: await providersOf(settings.payments),
      // Without a server, mails can be looked at in the console.
      mail: { ...settings.mail, catches: true },
      documents,
      rater: new Rater(threads),
      events: new EventReader(db),
    });
    lifecycle.onStop('the worker', worker.stop);
    worker.ended.catch(lifecycle.fail);
    const client = clientOn(connection, namespace, tracing);
    const temporalUi = settings.temporalUiUrl ?? temporal.uiUrl;
    let demoIsThere = false;
    const demoCheck = async () => {
      if (!demoIsThere) throw new Error('demo.json is being written');
    };
    const baseUrl = await startApiServer(
      {
        settings,
        logger,
        db,
        databaseUrl,
        now,
        temporal: client,
        temporalUi: temporalUi ?? undefined,
        catalog,
        documents,
        threads,
        metrics,
        tracing,
        worker: worker.check,
        // Of another database's disk this machine knows nothing.
        disk: settings.databaseUrl === undefined ? () => requireRoom(dataDir) : undefined,
        moreChecks: { demo: demoCheck },
        drainSeconds: settings.drainSeconds ?? 0,
        demoAccess: demoKeyFor(settings, demo.organizations),
      },
      lifecycle,
    );
    market.serviceIsAt(baseUrl);
    if (seeded && settings.publicUrl === undefined) {
      await makeExampleRecords({ baseUrl, ...demo }, utcDate(now()));
    }
    const { address: temporalAddress } = temporal;
    await announce(
      { baseUrl, temporalUi, temporalAddress, databaseUrl, ...demo },
      settings,
      again ? () => {} : say,
    );
    demoIsThere = true;
    tellReady();
    say(`Ready after ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s.`);
  };
  return runParts(startParts, { logger, say });
}

async function announce(
  demo: DemoFile,
  { dataDir, console: hasConsole }: Settings,
  say: (line: string) => void,
): Promise<void> {
  const quote = firstQuote(demo, dataDir, utcDate(new Date()));
  if (quote) await writeSecretFile(quote.file, quote.envelope);
  await writeSecretFile(demoFilePath(dataDir), demo);
  await writeSecretFile(postmanEnvironmentPath(dataDir), postmanEnvironment(demo));
  say(banner(demo, { dataDir, quote, isKept: !process.stdout.isTTY, hasConsole }));
}
