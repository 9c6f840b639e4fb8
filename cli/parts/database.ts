import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../../db/database.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { Settings } from '../settings/settings.js';
import type { Lifecycle } from './lifecycle.js';

const connectPatienceMs = 15_000;
const poolSize = 6;
const catalogPoolSize = 2;
const patienceMs = 10_000;

/** Opens a pool and makes sure that the server answers. */
export async function connectToDatabase(
  url: string,
  applicationName: string,
  lifecycle: Lifecycle,
): Promise<Database> {
  await untilItAnswers(url);
  const db = openDatabase({ url, poolSize, applicationName, patienceMs });
  lifecycle.onStop('the connections to the database', () => db.destroy());
  return db;
}

/**
 * Products of the installation's environment, kept fresh by what the database announces. It reads through connections of
 * its own: transactions ask it, too, and when they have taken all of a pool nobody could answer them from that pool.
 */
export async function startCatalog(
  databaseUrl: string,
  { environment }: Settings,
  lifecycle: Lifecycle,
): Promise<ProductCatalog> {
  const db = openDatabase({
    url: databaseUrl,
    poolSize: catalogPoolSize,
    applicationName: 'ioi-catalog',
    patienceMs,
  });
  lifecycle.onStop("the product catalog's connections to the database", () => db.destroy());
  const catalog = createProductCatalog({ db, databaseUrl, environment });
  await catalog.start();
  lifecycle.onStop('the product catalog', catalog.stop);
  return catalog;
}

/** Not through a pool, which writes each failed attempt to the log. */
async function untilItAnswers(connectionString: string): Promise<void> {
  const deadline = Date.now() + connectPatienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectPatienceMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // Wrong credentials and an unknown database do not become right by waiting.
      if (Date.now() > deadline || code?.startsWith('28') || code === '3D000') {
        throw new CommandFailure(`The database does not answer: ${message || code}\nCheck DATABASE_URL.`);
      }
      await sleep(300);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
