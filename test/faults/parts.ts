import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { prepareDemo } from '../../cli/demo/prepare.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../cli/embedded/postgres.js';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../cli/embedded/temporal.js';
import { prepareSchema } from '../../cli/parts/migrations.js';
import { type Database, openDatabase } from '../../db/database.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { type RunningService, runCli } from '../support/running-service.js';
import { aSilentRelay, type SilentRelay } from '../support/silent-relay.js';
import { temporalProgram } from '../support/temporal-program.js';
import { anS3Server, type S3Server, s3Credentials } from '../support/versitygw.js';
import { type Clock, systemClock } from './clock.js';
import { type Disk, smallDisk } from './disk.js';
import { outsideEndpoint, shopOfAllParts } from './shop.js';
import { startToxiproxy, type TcpProxy } from './toxiproxy.js';

const bucket = 'documents';
const startPatienceMs = 60_000;

/** A process of the service. */
export interface Part {
  output(): string;
  clock: Clock;
  hasEnded(): boolean;
  rssMb(): number;
}

/** The service in its parts, each on its own, with a proxy on every way from one to the other. */
export interface Parts {
  folder: string;
  demo: RunningService['demo'];
  /** Past all proxies, as the owner of the schema. */
  db: Database;
  api: Part;
  worker: Part;
  postgres: EmbeddedPostgres;
  /** The one that the service goes by. */
  postgresClock: Clock;
  temporal: EmbeddedTemporal;
  restartPostgres(): Promise<void>;
  restartTemporal(): Promise<void>;
  disks: { postgres: Disk; temporal: Disk };
  /** What the receiver of webhooks got, and the system outside. */
  receiver: CarrierServer;
  outside: CarrierServer;
  ways: Record<Way, TcpProxy & Pick<SilentRelay, 'silence' | 'forget'>>;
}

export type Way =
  | 'api-postgres'
  | 'worker-postgres'
  | 'api-temporal'
  | 'worker-temporal'
  | 'worker-outside'
  | 'worker-receiver'
  | 'worker-s3';

/** Ends what was started, the last first. */
export async function stopParts(ends: (() => unknown)[]): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}

/** Starts everything; `ends` gets how to end it, also if it cannot be started. */
export async function startParts(ends: (() => unknown)[], say: (line: string) => void): Promise<Parts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-faults-'));
  await chmod(folder, 0o711);
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const disks = {
    postgres: await smallDisk(path.join(folder, 'postgres-disk')),
    temporal: await smallDisk(path.join(folder, 'temporal-disk')),
  };
  ends.push(disks.postgres.remove, disks.temporal.remove);

  const postgresClock = await systemClock(path.join(folder, 'postgres.clock'));
  const { environment } = postgresClock;
  const startPostgres = (port?: number) =>
    startEmbeddedPostgres({
      ...{ dataDir: disks.postgres.folder, durable: true, environment, log: say },
      ...(port && { port }),
    });
  const binary = await temporalProgram(say);
  const startTemporal = (ports: { port?: number; uiPort?: number } = {}) =>
    startEmbeddedTemporal({ binary, dataDir: disks.temporal.folder, namespace: 'default', ...ports });
  let postgres = await startPostgres();
  ends.push(() => postgres.stop());
  let temporal = await startTemporal();
  ends.push(() => temporal.stop());
  const { url, ownerUrl } = postgres;
  await prepareSchema({ url, ownerUrl });
  const db = openDatabase({ url: ownerUrl, poolSize: 3, applicationName: 'ioi-faults' });
  ends.push(() => db.destroy());
  const { organizations, products } = await demoData(db, url, folder);
  await deployShop(folder, ownerUrl, organizations[0]?.id ?? '');
  // Long ago: for a process whose clock is behind, what was just deployed is not deployed yet.
  await db('product_deployments').update({ deployed_at: new Date('2020-01-01') });

  const outside = await aCarrierServer();
  outside.answer(json(200, {}));
  ends.push(outside.stop);
  const receiver = await aCarrierServer();
  receiver.answer(json(200, {}));
  ends.push(receiver.stop);
  const s3 = await anS3Server();
  ends.push(s3.stop);
  await createBucket(s3);

  const toxiproxy = await startToxiproxy();
  ends.push(toxiproxy.stop);
  const way = async (name: Way, port: number) => {
    const relay = await aSilentRelay(port);
    ends.push(relay.stop);
    const proxy = await toxiproxy.before(relay.port, name);
    return [name, { ...proxy, silence: relay.silence, forget: relay.forget }] as const;
  };
  const ways = Object.fromEntries(
    await Promise.all([
      way('api-postgres', postgres.port),
      way('worker-postgres', postgres.port),
      way('api-temporal', temporal.port),
      way('worker-temporal', temporal.port),
      way('worker-outside', outside.port),
      way('worker-receiver', receiver.port),
      way('worker-s3', Number(new URL(s3.endpoint).port)),
    ]),
  ) as Parts['ways'];

  const run = async (command: 'api' | 'worker', environment: Record<string, string>, ready: string) => {
    const clock = await systemClock(path.join(folder, `${command}.clock`));
    const service = runCli([command], {
      ...clock.environment,
      TZ: 'America/New_York',
      DATABASE_URL: through(url, ways[`${command}-postgres`]),
      TEMPORAL_ADDRESS: `127.0.0.1:${ways[`${command}-temporal`].port}`,
      OUTBOUND_ENDPOINTS: JSON.stringify({
        [outsideEndpoint]: {
          ...{ url: `http://127.0.0.1:${ways['worker-outside'].port}`, private: true },
          organizationId: organizations[0]!.id,
        },
      }),
      WEBHOOK_HOSTS: '[{"host":"127.0.0.1","private":true}]',
      WEBHOOK_RETRY_SECONDS: Array.from({ length: 60 }, () => '2').join(','),
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${ways['worker-s3'].port}`,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      ...environment,
    });
    ends.push(async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    });
    for (const deadline = Date.now() + startPatienceMs; !service.output().includes(ready); ) {
      if (service.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the ${command} did not start:\n${service.output()}`);
      await sleep(50);
    }
    const { child, output } = service;
    return { output, clock, hasEnded: () => child.exitCode !== null, rssMb: () => rssMbOf(child.pid ?? 0) };
  };
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const worker = await run('worker', { PUBLIC_URL: baseUrl }, 'The worker serves');
  const api = await run('api', { PORT: String(port) }, 'The API is at');
  const demo = {
    ...{ baseUrl, temporalUi: null, temporalAddress: temporal.address, databaseUrl: ownerUrl },
    ...{ organizations, products },
  };
  await registerReceiver(demo, `http://127.0.0.1:${ways['worker-receiver'].port}/hook`);
  return {
    ...{ folder, demo, db, api, worker, disks, receiver, outside, ways, postgresClock },
    get postgres() {
      return postgres;
    },
    get temporal() {
      return temporal;
    },
    restartPostgres: async () => {
      postgres = await startPostgres(postgres.port);
    },
    restartTemporal: async () => {
      temporal = await startTemporal(temporal);
    },
  };
}

function rssMbOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

function through(url: string, proxy: TcpProxy): string {
  const proxied = new URL(url);
  proxied.port = String(proxy.port);
  return proxied.href;
}

async function demoData(db: Database, databaseUrl: string, dataDir: string) {
  const catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
  await catalog.start();
  return prepareDemo(db, { dataDir, catalog, now: () => new Date() }).finally(() => catalog.stop());
}

async function createBucket({ endpoint }: S3Server): Promise<void> {
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', credentials: s3Credentials, forcePathStyle: true },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

async function registerReceiver(
  { baseUrl, organizations }: RunningService['demo'],
  url: string,
): Promise<void> {
  const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = organizations;
  const response = await fetch(`${baseUrl}/ioi/v3/webhook/endpoint`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ url, description: 'Faults' }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function deployShop(folder: string, databaseUrl: string, organization: string): Promise<void> {
  const file = path.join(folder, 'shop.json');
  await writeFile(file, JSON.stringify(shopOfAllParts()));
  const cli = async (...args: string[]) => {
    const { code, output } = await runCli(args, { DATABASE_URL: databaseUrl, DATA_DIR: folder }).ended;
    if (code !== 0) throw new Error(output);
    return output;
  };
  const imported = await cli('product', 'import', file, '--organization', organization, '--json');
  // The first command may say before that it compiles the sources.
  const { versionId } = JSON.parse(imported.slice(imported.indexOf('{'))) as { versionId: string };
  await cli('product', 'deploy', versionId, '--environment', 'DEV', '--from', '2020-01-01');
}
