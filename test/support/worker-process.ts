import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { noMail } from '../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { createActivities } from '../../activities/index.js';
import { outboundEndpoints } from '../../activities/outbound/endpoints.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { titledActivities } from '../../activities/titled.js';
import { workerOptions } from '../../cli/parts/worker-options.js';
import { openDatabase } from '../../db/database.js';
import { EventReader } from '../../db/events/read-event.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { testDocuments, testRater } from './documents.js';
import { noWebhooks } from './webhook-settings.js';

/** A worker in a process of its own, for tests that kill it. Settings are its one argument, as JSON. */
const {
  databaseUrl,
  temporalAddress,
  taskQueue,
  codePath,
  endpoints = {},
  webhooks = noWebhooks,
  stripe,
  killAt,
} = JSON.parse(process.argv[2] ?? '{}');

Runtime.install({ logger: { ...console, log() {}, trace() {}, debug() {}, info() {}, warn() {} } });
const db = openDatabase({ url: databaseUrl, poolSize: 3, applicationName: 'ioi-test-worker' });
// As in production: transactions ask the catalog, so it does not share their connections.
const catalogDb = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'ioi-test-worker-catalog' });
const catalog = createProductCatalog({ db: catalogDb, databaseUrl, environment: 'DEV' });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: temporalAddress }),
  taskQueue,
  ...workerOptions,
  workflowBundle: { codePath },
  activities: titledActivities(
    watched(
      createActivities({
        db,
        catalog,
        events: new EventReader(db),
        now: () => new Date(),
        outbound: { endpoints: outboundEndpoints.parse(endpoints), environment: 'DEV', webhooks },
        payments: stripe
          ? paymentProviders(stripeProvider(stripe), [offlineProvider])
          : paymentProviders(offlineProvider),
        mail: noMail,
        documents: testDocuments(db),
        rater: testRater(),
      }),
    ),
  ),
});
process.send?.('ready');
await worker.run();
// Without waiting for idle connections to the database.
process.exit(0);

/** Tells the parent of each activity as it begins, and dies where it is told to. */
function watched<T extends object>(activities: T): T {
  const calls = new Map<string, number>();
  const entries = Object.entries(activities).map(([name, activity]) => {
    const watch = async (...args: unknown[]) => {
      const nth = (calls.get(name) ?? 0) + 1;
      calls.set(name, nth);
      const isPoint = killAt?.activity === name && killAt.nth === nth;
      process.send?.({ began: name });
      if (isPoint && killAt.when === 'before') process.kill(process.pid, 'SIGKILL');
      const result = await activity(...args);
      if (isPoint) process.kill(process.pid, 'SIGKILL');
      return result;
    };
    return [name, watch];
  });
  return Object.fromEntries(entries);
}
