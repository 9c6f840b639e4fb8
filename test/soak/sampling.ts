import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { familyOf } from '../../bench/cpu-time.js';
import { quantile } from '../../bench/load.js';
import { openDatabase } from '../../db/database.js';
import type { Series } from './series.js';

/** A process of the service, or a server with its child processes, whose memory is one series. */
export interface Sampled {
  name: string;
  pid: number;
  /** MiB an hour. */
  mayRise: number;
  /** Of the service: its servers, which are its child processes, do not count, and its open files are a series, too. */
  isNode?: true;
}

export interface Sampling {
  processes: Sampled[];
  /** The metrics of the process with the worker, where its heap and its cached runs are read. */
  metricsUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  /** The times of the calls since the last sample, in ms; emptied. */
  takeTimes(): number[];
  everyMs: number;
}

/** How much a series may rise an hour; the memory of a process is at the process. */
const limits = {
  heap: 60,
  external: 40,
  files: 30,
  connections: 6,
  backlog: 60,
  /** Full in the warm-up: what grows later is no cache. */
  cachedRuns: 60,
} as const;

type Take = (name: string, unit: string, value: number, mayRise?: number) => void;

/** Samples until the end, and answers the series. */
export async function sample(options: Sampling, end: AbortSignal): Promise<Series[]> {
  const db = openDatabase({ url: options.databaseUrl, poolSize: 1, applicationName: 'ioi-soak' });
  const connection = await Connection.connect({ address: options.temporalAddress });
  const { workflow } = new Client({ connection });
  const all = new Map<string, Series>();
  const begin = performance.now();
  const take: Take = (name, unit, value, mayRise) => {
    const series = all.get(name) ?? { name, unit, points: [], mayRise };
    series.points.push({ at: (performance.now() - begin) / 1000, value });
    all.set(name, series);
  };
  try {
    while (!end.aborted) {
      takeProcesses(options.processes, take);
      takeMetrics(await metricsAt(options.metricsUrl), take);
      const { rows } = await db.raw<{ rows: Record<string, string>[] }>(counts);
      for (const [name, value] of Object.entries(rows[0] ?? {}))
        take(name, '', Number(value), name === 'connections' ? limits.connections : limits.backlog);
      for (const [name, query, limit] of runs) take(name, '', (await workflow.count(query)).count, limit);
      const times = options.takeTimes();
      for (const [name, share] of Object.entries({ 'calls p50': 0.5, 'calls p99': 0.99 }))
        take(name, 'ms', times.length === 0 ? 0 : quantile(times, share));
      await sleep(options.everyMs, undefined, { signal: end }).catch(() => undefined);
    }
    return [...all.values()];
  } finally {
    await db.destroy();
    await connection.close();
  }
}

function takeProcesses(processes: readonly Sampled[], take: Take): void {
  for (const { name, pid, mayRise, isNode } of processes) {
    const pids = isNode ? [pid] : familyOf([pid]).map((each) => each.pid);
    take(`${name} memory`, 'MiB', memoryOf(pids), mayRise);
    if (isNode) take(`${name} open files`, '', openFilesOf(pid), limits.files);
  }
}

function takeMetrics(metrics: Metrics, take: Take): void {
  const inMiB = (name: string) => metrics(name) / 2 ** 20;
  take('heap of the main thread', 'MiB', inMiB('nodejs_heap_size_used_bytes'), limits.heap);
  take('external of the main thread', 'MiB', inMiB('nodejs_external_memory_bytes'), limits.external);
  take('cached runs', '', metrics(cachedRuns), limits.cachedRuns);
}

/** The value of a metric. */
type Metrics = (name: string) => number;

/** The runs that the worker keeps in memory. */
export const cachedRuns = 'temporal_sticky_cache_size';

export async function metricsAt(url: string): Promise<Metrics> {
  const text = await (await fetch(url)).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}

/** A policy has a run until it ends, so those of policies rise with every policy. */
const runs = [
  ['open runs of policies', `ExecutionStatus = 'Running' AND WorkflowType = 'policy'`, undefined],
  ['other open runs', `ExecutionStatus = 'Running' AND WorkflowType != 'policy'`, limits.backlog],
] as const;

const counts = `select
  (select count(*) from pg_stat_activity where datname = current_database() and application_name like 'ioi%'
    and application_name <> 'ioi-soak') as "connections",
  (select count(*) from events where state = 'ACCEPTED') as "events without a run",
  (select count(*) from webhook_deliveries where state = 'PENDING') as "webhooks"`;

/** The processes' share of memory: what several share counts once. In MiB. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalKiB(pid), 0) / 1024;
}

function proportionalKiB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
