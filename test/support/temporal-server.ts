import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endOf, endProcess, guardAgainstOrphan, markOf } from '../../cli/embedded/processes.js';
import type { Certificate } from './certificates.js';
import { type GoProgram, goProgram, whyNoGoProgram } from './go-program.js';
import { temporalProgram } from './temporal-program.js';

/** The release of Temporal's server, and of the tool that makes its tables. */
const release = { module: 'go.temporal.io/server', version: 'v1.32.0' };
const server: GoProgram = { ...release, name: 'server', folder: 'cmd/server' };
const sqlTool: GoProgram = { ...release, name: 'sql', folder: 'cmd/tools/sql' };
const dynamicConfig = fileURLToPath(
  new URL('../../temporal-docker/dynamic-config/ioi.yaml', import.meta.url),
);

/** PostgreSQL for the server, as a role that may create databases; reached over TLS. */
export interface TemporalStore {
  port: number;
  user: string;
  password: string;
}

export interface TemporalServerOptions {
  /** For the configuration and the log, `temporal.log`. */
  folder: string;
  store: TemporalStore;
  authority: Certificate;
  /** Of `localhost`: for the server's own parts and as the certificate that callers see. */
  certificate: Certificate;
  /** That of a client: the server refuses callers without one. */
  client: Certificate;
  namespace: string;
}

export interface TemporalServer {
  address: string;
  pid: number;
  /** Runs the operator's `temporal` program against the server; answers its output. */
  operate(...args: string[]): Promise<string>;
  ended: Promise<string>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const startPatienceMs = 90_000;
const databases = ['temporal', 'visibility'] as const;
const services = ['frontend', 'history', 'matching', 'worker'] as const;

/** Why there can be no such server here; undefined where there can. */
export async function whyNoTemporalServer(): Promise<string | undefined> {
  return (await whyNoGoProgram(server)) ?? whyNoGoProgram(sqlTool);
}

/**
 * Temporal's own server, with its tables in PostgreSQL, as an operator installs it: TLS to the database, mutual TLS
 * between its parts and from its callers, the dynamic configuration of this project, and one namespace.
 */
export async function aTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const { folder, namespace } = options;
  const [program, tool, cli] = await Promise.all([goProgram(server), goProgram(sqlTool), temporalProgram()]);
  await makeTables(tool, options);
  const ports = await lowPorts(services.length * 2);
  const address = `localhost:${ports[0]}`;
  const file = path.join(folder, 'temporal.yaml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify(configuration(options, ports)), { mode: 0o600 });

  const log = path.join(folder, 'temporal.log');
  const output = openSync(log, 'a', 0o600);
  const child = spawn(program, ['--config-file', file, '--allow-no-auth', 'start'], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = endOf(child);
  const pid = child.pid ?? 0;
  const dismissGuard = guardAgainstOrphan(pid, 'TERM');
  const stop = async () => {
    const mark = markOf(pid);
    if (mark)
      await endProcess(mark, [
        ['SIGTERM', 15_000],
        ['SIGKILL', 2_000],
      ]);
    await ended;
    dismissGuard();
  };
  const operate = async (...args: string[]) =>
    (await run(cli, [...args, ...access(address, options)])).stdout;
  try {
    const isServing = () =>
      operate('operator', 'cluster', 'health').then(
        () => true,
        () => false,
      );
    for (const deadline = Date.now() + startPatienceMs; !(await isServing()); await sleep(200)) {
      const how = await Promise.race([ended, sleep(0)]);
      if (how === undefined && Date.now() < deadline) continue;
      const last = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '';
      const said = last.slice(0, last.indexOf('"stacktrace"'));
      throw new Error(`Temporal's server did not start (${how ?? 'no answer'}): ${said}`);
    }
    await operate('operator', 'namespace', 'create', '--namespace', namespace, '--retention', '168h');
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid, operate, ended, stop };
}

/** Free ports below 32768: the server stores them as a `smallint`. */
async function lowPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) ports.add(port);
    server.close();
  }
  return [...ports];
}

function access(address: string, { authority, client }: TemporalServerOptions): string[] {
  return [
    ...['--address', address, '--tls-ca-path', authority.certFile],
    ...['--tls-cert-path', client.certFile, '--tls-key-path', client.keyFile],
  ];
}

async function makeTables(tool: string, { store, authority }: TemporalServerOptions): Promise<void> {
  for (const database of databases) {
    const sql = (...args: string[]) =>
      run(tool, [
        ...['--plugin', 'postgres12', '--ep', 'localhost', '--port', String(store.port)],
        ...['--user', store.user, '--password', store.password, '--database', databaseName(database)],
        ...['--tls', '--tls-ca-file', authority.certFile, '--tls-server-name', 'localhost', ...args],
      ]);
    await sql('create-database');
    await sql('setup-schema', '--version', '0.0');
    await sql('update-schema', '--schema-name', `postgresql/v12/${database}`);
  }
}

const databaseName = (database: (typeof databases)[number]): string =>
  database === 'temporal' ? 'temporal' : 'temporal_visibility';

/** What the server's own development configuration has, with TLS and these ports. */
function configuration(
  { store, authority, certificate: { certFile, keyFile } }: TemporalServerOptions,
  ports: number[],
): object {
  const ca = authority.certFile;
  const sql = (database: (typeof databases)[number], maxConns: number) => ({
    sql: {
      ...{ pluginName: 'postgres12', databaseName: databaseName(database) },
      ...{ connectAddr: `localhost:${store.port}`, connectProtocol: 'tcp' },
      ...{ user: store.user, password: store.password },
      ...{ maxConns, maxIdleConns: maxConns, maxConnLifetime: '1h' },
      tls: { enabled: true, caFile: ca, serverName: 'localhost', enableHostVerification: true },
    },
  });
  const seen = { certFile, keyFile, requireClientAuth: true, clientCaFiles: [ca] };
  const calling = { serverName: 'localhost', rootCaFiles: [ca] };
  const rpc = (service: number) => ({
    rpc: { grpcPort: ports[service * 2], membershipPort: ports[service * 2 + 1], bindOnIP: '127.0.0.1' },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      ...{ defaultStore: 'default', visibilityStore: 'visibility', numHistoryShards: 4 },
      datastores: { default: sql('temporal', 20), visibility: sql('visibility', 10) },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      tls: {
        internode: { server: seen, client: calling },
        frontend: { server: seen, client: calling },
        systemWorker: { certFile, keyFile, client: calling },
      },
    },
    services: Object.fromEntries(services.map((service, index) => [service, rpc(index)])),
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: {
        active: {
          ...{ enabled: true, initialFailoverVersion: 1 },
          ...{ rpcName: 'frontend', rpcAddress: `localhost:${ports[0]}` },
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicConfig, pollInterval: '60s' },
  };
}
