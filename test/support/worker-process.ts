import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createActivities } from '../../activities/index.js';
import { outboundEndpoints } from '../../activities/outbound/endpoints.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { paymentProviders } from '../../activities/payments/provider.js';
import { openDatabase } from '../../db/database.js';
import { EventReader } from '../../db/events/read-event.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { noWebhooks } from './webhook-settings.js';

/** A worker in a process of its own, for tests that kill it. Settings are its one argument, as JSON. */
const {
  databaseUrl,
  temporalAddress,
  taskQueue,
  codePath,
  endpoints = {},
  webhooks = noWebhooks,
} = JSON.parse(process.argv[2] ?? '{}');

Runtime.install({ logger: { ...console, log() {}, trace() {}, debug() {}, info() {}, warn() {} } });
const db = openDatabase({ url: databaseUrl, poolSize: 3, applicationName: 'ioi-test-worker' });
const catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: temporalAddress }),
  taskQueue,
  workflowBundle: { codePath },
  activities: createActivities({
    db,
    catalog,
    events: new EventReader(db),
    now: () => new Date(),
    outbound: { endpoints: outboundEndpoints.parse(endpoints), environment: 'DEV', webhooks },
    payments: paymentProviders(offlineProvider),
  }),
});
process.send?.('ready');
await worker.run();
