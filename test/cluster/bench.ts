import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTimeMs } from '../../bench/cpu-time.js';
import { quoteRequest, requests } from '../../bench/requests.js';
import { isReady, startMeasuredService } from '../../bench/service.js';
import { startServiceProcess } from '../../bench/service-process.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { readPostmaster } from '../../cli/embedded/postgres-process.js';
import { openDatabase } from '../../db/database.js';
import { serversOf } from '../support/running-service.js';
import { until } from './caller.js';
import type { Cluster } from './cluster.js';

/** Where the CPU time of a quote goes, in the order of the table. */
const parts = [
  'API',
  'worker',
  'Temporal',
  'PostgreSQL',
  "Temporal's share of it",
  'callers, proxy',
] as const;
type Times = Record<(typeof parts)[number], number>;

/** What is measured: an installation under load. */
interface Side {
  name: string;
  demo: Cluster['demo'];
  databaseUrl: string;
  /** The processes of each part. */
  pids: { api: number[]; worker: number[]; temporal: number; postgres: number };
  /** The servers are children of the process. */
  hasOwnServers?: true;
}

const durationMs = 3_000;
const warmUpMs = 8_000;
const levels = [1, 4, 16, 64];
/** More callers are tried while they bring at least so much. */
const worthwhile = 1.05;
const scales = [
  { apis: 1, workers: 1 },
  { apis: 1, workers: 2 },
  { apis: 2, workers: 2 },
  { apis: 2, workers: 4 },
];

export const head = ['', 'callers', 'a second', 'p50', 'p99', 'CPU each', ...parts, 'cores used'];

/**
 * Quotes with `forceSync`, then without, by ever more callers until the throughput no longer rises: in one process on
 * servers of its own, in one process on the cluster's servers, and in APIs and workers of the cluster. Tells a row a
 * measurement. Without `forceSync` the time until the last quote is stored counts, and so does its CPU time. What the
 * parts need without load is subtracted.
 */
export async function benchCluster(cluster: Cluster, tell: (row: string[]) => void): Promise<void> {
  const { demo, settings, servers } = cluster;
  const databaseUrl = settings.OWNER_DATABASE_URL ?? '';
  const postgresPid = readPostmaster(path.join(servers.folder, 'postgres'))?.pid ?? 0;
  const shared = { temporal: servers.temporal.pid, postgres: postgresPid };

  const single = await startMeasuredService();
  try {
    const { temporal = 0, postgres = 0 } = await serversOf(single.dataDir);
    await measureSide(
      {
        ...{ name: 'npm start', demo: { ...demo, ...single.demo } as Cluster['demo'] },
        ...{ databaseUrl: single.ownerDatabaseUrl, hasOwnServers: true },
        pids: { api: [single.pid], worker: [], temporal, postgres },
      },
      tell,
    );
  } finally {
    await single.stop();
    await single.clean();
  }

  const port = await freePort();
  const dataDir = path.join(servers.folder, 'start');
  const alone = startServiceProcess(
    'start',
    { ...settings, DATA_DIR: dataDir, PORT: String(port) },
    { log: path.join(servers.folder, 'alone.log') },
  );
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    await alone.until(() => isReady(baseUrl));
    const pids = { api: [alone.pid], worker: [], ...shared };
    await measureSide(
      { name: "one process, the cluster's servers", demo: { ...demo, baseUrl }, databaseUrl, pids },
      tell,
    );
  } finally {
    await alone.stop();
  }

  for (const scale of scales) {
    await cluster.scale(scale);
    const pids = {
      ...{ api: cluster.apis.map(({ pid }) => pid), worker: cluster.workers.map(({ pid }) => pid) },
      ...shared,
    };
    const name = `${scale.apis} API, ${scale.workers} worker`;
    await measureSide({ name, demo, databaseUrl, pids }, tell);
  }
}

async function measureSide(side: Side, tell: (row: string[]) => void): Promise<void> {
  const db = openDatabase({ url: side.databaseUrl, poolSize: 1, applicationName: 'ioi-test' });
  const backends = async () => {
    const query = `select pid from pg_stat_activity where datname like 'temporal%'`;
    return (await db.raw<{ rows: { pid: number }[] }>(query)).rows.map(({ pid }) => pid);
  };
  const idleTimes = async () => {
    const before = timesOf(side, await backends());
    await sleep(durationMs);
    const after = timesOf(side, await backends());
    const perMs = parts.map((part) => [part, (after[part] - before[part]) / durationMs] as const);
    return { ...Object.fromEntries(perMs), 'callers, proxy': 0 } as Times;
  };
  const allStored = async () => {
    const open = () => db('events').whereIn('state', ['ACCEPTED', 'RUNNING']).select('type');
    await until(open, (events) => events.length === 0, 'open events', 120_000);
  };
  try {
    for (const forceSync of [true, false]) {
      const title = `${side.name}, ${forceSync ? 'synchronous' : 'asynchronous'}`;
      const expected = forceSync ? '"quoteDetails"' : '"triggerRequestId"';
      const quote = requests([quoteRequest(side.demo, 'general-liability', forceSync)], expected);
      await quote(4, warmUpMs).catch(refused);
      await allStored();
      const idle = await idleTimes();
      let best = 0;
      for (const callers of levels) {
        const before = timesOf(side, await backends());
        const begin = performance.now();
        const measured = await quote(callers, durationMs).catch(refused);
        await allStored();
        if (measured === undefined) {
          tell([title, String(callers), 'one was refused by 503 after 10 s']);
          continue;
        }
        const { count, p50Ms, p99Ms = Number.NaN } = measured;
        const elapsedMs = performance.now() - begin;
        const after = timesOf(side, await backends());
        const each = parts.map((part) => (after[part] - before[part] - idle[part] * elapsedMs) / count);
        const cpuMs = each.reduce(
          (sum, ms, at) => (parts[at] === "Temporal's share of it" ? sum : sum + ms),
          0,
        );
        const perSecond = (count * 1000) / elapsedMs;
        tell([
          title,
          ...[String(callers), perSecond.toFixed(1), p50Ms.toFixed(0), p99Ms.toFixed(0), cpuMs.toFixed(1)],
          ...each.map((ms) => ms.toFixed(1)),
          `${((cpuMs * count) / elapsedMs).toFixed(2)} of ${cpus().length}`,
        ]);
        if (perSecond < best * worthwhile) break;
        best = Math.max(best, perSecond);
      }
    }
  } finally {
    await db.destroy();
  }
}

function timesOf({ pids, hasOwnServers }: Side, temporalBackends: number[]): Times {
  const own = process.cpuUsage();
  const children = hasOwnServers ? cpuTimeMs([pids.temporal, pids.postgres]) : 0;
  return {
    API: cpuTimeMs(pids.api) - children,
    worker: cpuTimeMs(pids.worker),
    Temporal: cpuTimeMs([pids.temporal]),
    PostgreSQL: cpuTimeMs([pids.postgres]),
    "Temporal's share of it": cpuTimeMs(temporalBackends),
    'callers, proxy': (own.user + own.system) / 1000,
  };
}

function refused(error: Error): undefined {
  if (!error.message.startsWith('HTTP/1.1 503')) throw error;
}
