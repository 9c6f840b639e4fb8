import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import type { OutboundSettings } from '../../activities/ground/dependencies.js';
import { noMail } from '../../activities/ground/mail-settings.js';
import { type PaymentProviders, paymentProviders } from '../../activities/ground/payment-provider.js';
import type { WebhookSettings } from '../../activities/ground/webhook-settings.js';
import { createActivities } from '../../activities/index.js';
import { outboundEndpoints } from '../../activities/outbound/endpoints.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { titledActivities } from '../../activities/titled.js';
import type { EventService } from '../../api/event-firing/service.js';
import type { Caller } from '../../api/http/caller.js';
import { permissionNames } from '../../api/http/permissions.js';
import { InboundService } from '../../api/inbound/service.js';
import { QuoteService } from '../../api/quotes/service.js';
import { Underwriting } from '../../api/quotes/underwriter-decision.js';
import { EventRuns } from '../../api/runs/event-runs.js';
import { EventSweep } from '../../api/runs/sweep.js';
import { workerOptions } from '../../cli/parts/worker-options.js';
import { type Database, openDatabase } from '../../db/database.js';
import { EventReader } from '../../db/events/read-event.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { CheckedEvents } from './checked-events.js';
import { createTestDatabase } from './database.js';
import { testDocuments, testRater } from './documents.js';
import { fullAuthority } from './full-authority.js';
import { quietRuntime } from './quiet-runtime.js';
import { shopProduct } from './shop-product.js';
import { temporalAddress } from './temporal.js';
import { noWebhooks } from './webhook-settings.js';
import { workflowBundle } from './workflow-bundle.js';

export interface EventWorld {
  db: Database;
  databaseUrl: string;
  taskQueue: string;
  client: Client;
  catalog: ProductCatalog;
  runs: EventRuns;
  events: EventService;
  inbound: InboundService;
  quotes: QuoteService;
  underwriting: Underwriting;
  sweep: EventSweep;
  /** Owns the product. */
  carrier: Caller;
  /** Licensed for the product. */
  agency: Caller;
  /** Has nothing to do with the product. */
  stranger: Caller;
  definition: ProductDefinition;
  versionId: string;
  /** With the endpoints that products may name, of the carrier by default: `{name: {url, private}}`. */
  startWorker(
    endpoints?: Record<string, { url: string; private?: boolean; organizationId?: string }>,
    webhooks?: WebhookSettings,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Everything that firing events needs, on a database and a task queue of its own, without HTTP; by its own clock if
 * given.
 */
export async function anEventWorld(
  definition: ProductDefinition = shopProduct(),
  {
    now = () => new Date(),
    payments = paymentProviders(offlineProvider),
  }: { now?: () => Date; payments?: PaymentProviders } = {},
): Promise<EventWorld> {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const connection = await Connection.connect({ address: temporalAddress() });
  const client = new Client({ connection });
  const taskQueue = `test-${randomUUID()}`;
  const [carrier, agency, stranger] = await Promise.all([
    aCaller(db, 'Northfield Mutual'),
    aCaller(db, 'Harbor Agency'),
    aCaller(db, 'Elsewhere Insurance'),
  ]);
  const versionId = await aDeployedVersion(db, carrier, definition);
  await licenseProduct(db, {
    productId: definition.product.id,
    organizationId: agency.organizationId,
    authority: fullAuthority,
  });
  // As in production: transactions ask the catalog, so it does not share their connections.
  const catalogDb = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'ioi-test-catalog' });
  const catalog = createProductCatalog({ db: catalogDb, databaseUrl, environment: 'DEV' });
  await catalog.start();
  const runs = new EventRuns({ client, taskQueue });
  const quotes = new QuoteService({ db, catalog, now, runs });
  return {
    db,
    databaseUrl,
    taskQueue,
    client,
    catalog,
    runs,
    quotes,
    events: new CheckedEvents({ db, catalog, runs, quotes, now }),
    inbound: new InboundService({ db, catalog, runs }),
    underwriting: new Underwriting({ db, catalog, runs, now }),
    sweep: new EventSweep({ db, catalog, runs, log: pino({ level: 'silent' }), now: () => new Date() }),
    carrier,
    agency,
    stranger,
    definition,
    versionId,
    startWorker: (endpoints = {}, webhooks = noWebhooks) =>
      startWorker({
        ...{ db, catalog, taskQueue, now, payments },
        outbound: {
          endpoints: outboundEndpoints.parse(ownedBy(carrier.organizationId, endpoints)),
          webhooks,
        },
      }),
    close: async () => {
      await catalog.stop();
      await catalogDb.destroy();
      await connection.close();
      await drop();
    },
  };
}

interface WorkerToStart {
  db: Database;
  catalog: ProductCatalog;
  taskQueue: string;
  now: () => Date;
  outbound: Omit<OutboundSettings, 'environment'>;
  payments: PaymentProviders;
}

async function startWorker({
  db,
  catalog,
  taskQueue,
  now,
  outbound,
  payments,
}: WorkerToStart): Promise<() => Promise<void>> {
  quietRuntime();
  const connection = await NativeConnection.connect({ address: temporalAddress() });
  const worker = await Worker.create({
    connection,
    taskQueue,
    ...workerOptions,
    workflowBundle: { codePath: await workflowBundle() },
    activities: titledActivities(
      createActivities({
        db,
        catalog,
        events: new EventReader(db),
        now,
        outbound: { ...outbound, environment: 'DEV' },
        payments,
        mail: noMail,
        documents: testDocuments(db),
        rater: testRater(),
      }),
    ),
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}

/** Endpoints as settings have them. */
const ownedBy = (organizationId: string, endpoints: object) =>
  Object.fromEntries(Object.entries(endpoints).map(([name, one]) => [name, { organizationId, ...one }]));

async function aCaller(db: Database, name: string): Promise<Caller> {
  const organization = await createOrganization(db, { name });
  return {
    kind: 'API_KEY',
    organizationId: organization.id,
    organizationName: organization.name,
    name: 'a key',
    permissions: new Set(permissionNames),
  };
}

async function aDeployedVersion(db: Database, owner: Caller, definition: ProductDefinition): Promise<string> {
  const { versionId } = await importVersion(db, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId: owner.organizationId,
    createdBy: { name: 'tests' },
  });
  await deployVersion(db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  return versionId;
}
