import { chmod, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServiceProcess, startServiceProcess } from '../../bench/service-process.js';
import { startCarrierSimulator } from '../../cli/carrier-simulator/simulator.js';
import { simulatorEndpoint } from '../../cli/demo/carrier-market.js';
import { type DemoFile, demoFilePath } from '../../cli/demo/demo-file.js';
import { demoCarrier } from '../../cli/demo/organizations.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { aLoadBalancer, type LoadBalancer } from '../support/load-balancer.js';
import { startService, stopService } from '../support/running-service.js';
import { aTlsTerminator } from '../support/tls-terminator.js';
import { until } from './caller.js';
import { withOwner } from './owner.js';
import { type ClusterServers, startClusterServers } from './servers.js';

/** A process of the service. */
export interface Member {
  name: string;
  pid: number;
  /** Of an API, without the proxy. */
  url: string | undefined;
  /** As an operator does, by SIGINT. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** APIs behind a proxy and workers, on servers of their own. */
export interface Cluster {
  /** The demo data, with the proxy as the service's address. */
  demo: DemoFile;
  /** Of commands; also of APIs and workers. */
  settings: Record<string, string>;
  servers: ClusterServers;
  balancer: LoadBalancer;
  apis: Member[];
  workers: Member[];
  /** Starts as many as are missing and stops those in excess; resolves when the proxy reaches each API. */
  scale(wanted: { apis: number; workers: number }): Promise<void>;
  /** Ends every process and removes the data; answers the folder of the logs, if they are to be kept. */
  stop(options?: { keepLogs: boolean }): Promise<string | undefined>;
}

type Kind = 'api' | 'worker';

/**
 * Installs the service as the guides tell operators to: servers with TLS, the migration, demo data by one `npm start` on
 * these servers, which then stops, a carrier, and a proxy.
 */
export async function startCluster(tell: (line: string) => void, signal: AbortSignal): Promise<Cluster> {
  const say = (line: string) => {
    signal.throwIfAborted();
    tell(line);
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-cluster-'));
  // PostgreSQL, which refuses to run as root, reaches its folder as another user.
  await chmod(folder, 0o711);
  const stops: (() => unknown)[] = [];
  const stop = async ({ keepLogs } = { keepLogs: false }) => {
    for (const each of stops.splice(0).reverse()) await each();
    const isKept = (name: string) => keepLogs && name.endsWith('.log');
    const removed = (await readdir(folder)).filter((name) => !isKept(name));
    for (const name of removed) await rm(path.join(folder, name), { recursive: true, maxRetries: 20 });
    if (keepLogs) return folder;
    await rmdir(folder);
    return undefined;
  };
  try {
    const servers = await startClusterServers(folder);
    stops.push(servers.stop);
    say('PostgreSQL, Temporal and the bucket are up, over TLS.');
    const demo = await install(path.join(folder, 'start'), servers);
    say('The schema is migrated, and the demo data made.');
    // At the address of that start, with which the URLs of its documents begin.
    const balancer = await aLoadBalancer(Number(new URL(demo.baseUrl).port));
    stops.push(balancer.close);
    const carrier = await aCarrier(demo, servers);
    stops.push(carrier.stop);

    const settings = {
      ...servers.settings,
      ...{ PUBLIC_URL: balancer.url, TRUST_PROXY: '1', DRAIN_SECONDS: '1' },
      OUTBOUND_ENDPOINTS: JSON.stringify({
        [simulatorEndpoint]: { url: carrier.url, private: true, organizationId: demoCarrier.id },
      }),
      WEBHOOK_HOSTS: '["*", {"host": "localhost", "private": true}]',
    };
    const members = { api: [] as Member[], worker: [] as Member[] };
    // With those that are not ready yet.
    const spawned: ServiceProcess[] = [];
    stops.push(() => Promise.all(spawned.map((each) => each.stop())));
    const start = async (kind: Kind) => {
      const name = `${kind}-${spawned.length + 1}`;
      const port = kind === 'api' ? String(await freePort()) : '';
      const log = path.join(folder, `${name}.log`);
      const spawning = startServiceProcess(kind, { ...settings, PORT: port }, { log });
      spawned.push(spawning);
      const isUp = kind === 'api' ? 'The API is at' : 'The worker serves';
      await spawning.until(async () => (await readFile(log, 'utf8')).includes(isUp));
      const member = {
        ...{ name, pid: spawning.pid, stop: spawning.stop },
        url: kind === 'api' ? `http://127.0.0.1:${port}` : undefined,
        kill: async () => {
          process.kill(spawning.pid, 'SIGKILL');
          await spawning.stop();
        },
      };
      members[kind].push(member);
      if (member.url !== undefined) balancer.add(member.url);
    };
    const scaleTo = async (kind: Kind, wanted: number) => {
      const excess = members[kind].splice(wanted);
      const missing = Math.max(0, wanted - members[kind].length);
      await Promise.all([
        ...excess.map((each) => each.stop()),
        ...Array.from({ length: missing }, () => start(kind)),
      ]);
    };
    const scale = async ({ apis, workers }: { apis: number; workers: number }) => {
      await scaleTo('worker', workers);
      await scaleTo('api', apis);
      const isReached = (ready: string[]) => members.api.every(({ url = '' }) => ready.includes(url));
      if (workers > 0) await until(async () => balancer.ready(), isReached, 'the APIs at the proxy');
    };
    const { api: apis, worker: workers } = members;
    return { demo, settings, servers, balancer, apis, workers, scale, stop };
  } catch (error) {
    const logs = await stop({ keepLogs: true });
    throw new Error(`The cluster did not start; the output of its parts is in ${logs}.`, { cause: error });
  }
}

async function install(dataDir: string, { settings }: ClusterServers): Promise<DemoFile> {
  const service = await startService(dataDir, settings);
  const demo = JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')) as DemoFile;
  const { code, output } = await stopService(service);
  if (code !== 0) throw new Error(`npm start ended with ${code}:\n${output}`);
  return demo;
}

/** The simulated carrier of the demo product `cyber`, over TLS; its late answers go through the proxy. */
async function aCarrier(demo: DemoFile, servers: ClusterServers) {
  const owner = demo.organizations.find(({ id }) => id === demoCarrier.id);
  if (owner === undefined) throw new Error('the demo data has no carrier');
  const { baseUrl } = demo;
  const secret = await withOwner(servers, (db) => outboundSecretOf(db, owner.id));
  const service = { baseUrl, apiKey: owner.apiKey, apiSecret: owner.apiSecret };
  const simulator = await startCarrierSimulator({ port: 0, secret, service: () => service });
  const tls = await aTlsTerminator(Number(new URL(simulator.url).port), servers.certificates.server);
  const stop = async () => {
    tls.close();
    await simulator.stop();
  };
  return { url: `https://localhost:${tls.port}`, stop };
}
