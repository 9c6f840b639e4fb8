import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsIn } from '../crash/faults-in.js';
import { ServiceLoad, saidIn } from '../crash/service-load.js';
import { shopWithWaits } from '../crash/shop-with-waits.js';
import { runCli } from '../support/running-service.js';
import { DemoCaller, expectEqual, until } from './caller.js';
import type { Cluster } from './cluster.js';
import { withOwner } from './owner.js';

/** Imports and deploys the product of the load, as an operator does. */
export async function sharedWork(cluster: Cluster): Promise<string> {
  await deployShop(cluster);
  return underLoad(cluster, async () => {
    const identities = async () => {
      const described = await cluster.servers.temporal.operate(
        ...['task-queue', 'describe', '--namespace', 'ioi', '--task-queue', 'ioi', '--output', 'json'],
      );
      return described.match(/"identity": *"[^"]+"/g) ?? [];
    };
    await until(identities, (seen) => new Set(seen).size >= cluster.workers.length, 'workers that poll');
  });
}

export async function killedWorker(cluster: Cluster): Promise<string> {
  return underLoad(cluster, () => cluster.workers.shift()!.kill());
}

export async function killedApi(cluster: Cluster): Promise<string> {
  return underLoad(cluster, () => cluster.apis.shift()!.kill());
}

/** While there is no worker, an API accepts events without `forceSync` and answers 503 to the others. */
export async function withoutWorkers(cluster: Cluster): Promise<string> {
  const caller = new DemoCaller(cluster.demo);
  let refusal = '';
  const outcome = await underLoad(cluster, async () => {
    await cluster.scale({ apis: 2, workers: 0 });
    const [api] = cluster.apis;
    const began = performance.now();
    const body = new ServiceLoad(() => cluster).aQuoting(true);
    const { status, headers } = await caller.call('POST', '/event/fire', body, api!.url);
    refusal = `${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`;
    expectEqual([status, headers.has('retry-after')], [503, true], 'an event without a worker');
    await cluster.scale({ apis: 2, workers: 2 });
  });
  return `${refusal}; ${outcome}`;
}

/** Fires while `disturb` works and afterwards; then each event that was accepted has run once, and answers as before. */
async function underLoad(cluster: Cluster, disturb: () => Promise<void>): Promise<string> {
  const load = new ServiceLoad(() => cluster);
  const before = await withOwner(cluster, (db) => faultsIn(db, []));
  await load.disturbedBy(disturb);
  await cluster.scale({ apis: 2, workers: 2 });
  await withOwner(cluster, async (db) => {
    const open = () => db('events').whereIn('state', ['ACCEPTED', 'RUNNING']).select('type', 'state');
    await until(open, (seen) => seen.length === 0, 'open events', 120_000);
    const faults = (await faultsIn(db, load.taken)).filter((fault) => !before.includes(fault));
    expectEqual(faults, [], 'faults');
  });
  for (const { envelope, answer } of load.taken) {
    expectEqual(saidIn(await load.ask(envelope)), saidIn(answer), 'a repeated event');
  }
  return `${load.taken.length} events, ${load.repeats} repeated calls, none lost or doubled`;
}

async function deployShop({ demo, settings }: Cluster): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-shop-'));
  const cli = async (...args: string[]) => {
    const { code, output } = await runCli(args, settings).ended;
    if (code !== 0) throw new Error(output);
    return output;
  };
  try {
    const file = path.join(folder, 'shop.json');
    await writeFile(file, JSON.stringify(shopWithWaits()));
    const organization = demo.organizations[0]?.id ?? '';
    const imported = await cli('product', 'import', file, '--organization', organization, '--json');
    const { versionId } = JSON.parse(imported) as { versionId: string };
    await cli('product', 'deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01');
  } finally {
    await rm(folder, { recursive: true });
  }
}
