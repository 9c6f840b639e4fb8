import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RepeatedWork } from '../../api/ground/repeated-work.js';
import type { Logger } from '../../api/telemetry/logger.js';
import { DatabaseClock } from '../../db/clock.js';
import { type Database, openDatabase } from '../../db/database.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Lifecycle } from './lifecycle.js';
import { notificationsUrl } from './notifications-url.js';

const connectPatienceMs = 15_000;
const poolSize = 6;
const catalogPoolSize = 2;
const patienceMs = 10_000;
const clockEveryMs = 10_000;

/** Opens a pool and checks that the server responds. */
export async function connectToDatabase(
  url: string,
  applicationName: string,
  lifecycle: Lifecycle,
  tracing?: Tracing,
): Promise<Database> {
  await untilItAnswers(url);
  const onConnection = tracing?.statements;
  const db = openDatabase({ url, poolSize, applicationName, onConnection, patienceMs });
  lifecycle.onStop('the connections to the database', () => db.destroy());
  return db;
}

/** What time it is by PostgreSQL's clock; read again and again, as either clock may jump. */
export async function startClock(
  db: Database,
  { lifecycle, logger }: { lifecycle: Lifecycle; logger: Logger },
): Promise<() => Date> {
  const clock = new DatabaseClock(db);
  await clock.read();
  const whenFailed = "could not read the database's clock; retrying";
  const reading = new RepeatedWork({ everyMs: clockEveryMs, log: logger, whenFailed }, () => clock.read());
  reading.start();
  lifecycle.onStop("the reading of the database's clock", () => reading.stop());
  return clock.now;
}

/**
 * The product catalog of the installation's environment, kept fresh by notifications of the database. It has
 * separate connections: transactions read it, too, and would deadlock if they had taken all connections of a
 * shared pool.
 */
export async function startCatalog(
  databaseUrl: string,
  settings: Settings,
  lifecycle: Lifecycle,
): Promise<ProductCatalog> {
  const listenUrl = await notificationsUrl(databaseUrl, settings);
  const db = openDatabase({
    url: databaseUrl,
    poolSize: catalogPoolSize,
    applicationName: 'ioi-catalog',
    patienceMs,
  });
  lifecycle.onStop("the product catalog's connections to the database", () => db.destroy());
  const catalog = createProductCatalog({ db, databaseUrl: listenUrl, environment: settings.environment });
  await catalog.start();
  lifecycle.onStop('the product catalog', catalog.stop);
  return catalog;
}

/** Waits for the server. Without a pool, which would log each failed attempt. */
export async function untilItAnswers(connectionString: string): Promise<void> {
  const deadline = Date.now() + connectPatienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectPatienceMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // Waiting does not help with wrong credentials or an unknown database.
      if (Date.now() > deadline || code?.startsWith('28') || code === '3D000') {
        throw new CommandFailure(`The database does not respond: ${message || code}\nCheck DATABASE_URL.`);
      }
      await sleep(300);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
