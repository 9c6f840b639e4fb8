import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import { startEmbeddedPostgres } from '../../cli/embedded/postgres.js';
import { startEmbeddedTemporal } from '../../cli/embedded/temporal.js';
import { type Database, openDatabase } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { faultsIn } from '../crash/faults-in.js';
import { type Call, ServiceLoad, saidIn } from '../crash/service-load.js';
import { shopWithWaits } from '../crash/shop-with-waits.js';
import { aCarrierServer } from '../support/carrier-server.js';
import { aLoadBalancer } from '../support/load-balancer.js';
import { temporalProgram } from '../support/temporal-program.js';
import { failingTasks } from './failing-tasks.js';
import { Fleet } from './fleet.js';
import { type Release, releaseBefore, thisRelease } from './releases.js';
import { type Customer, openWaits, shopOfCarrier } from './waits.js';

/**
 * Upgrades two APIs and two workers from the release before to this one, back, and to this one with Worker Versioning,
 * each time one process after the other and under load, with waits under way. Then every request must have been
 * answered, and every event have run once. Ends with 1 if not.
 */
const ofEachWait = 3;
const openPatienceMs = 240_000;
const startedAt = Date.now();
const say = (line: string) =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${line}`);

const folder = await mkdtemp(path.join(tmpdir(), 'ioi-upgrade-'));
const ends: (() => Promise<unknown>)[] = [];
const faults: string[] = [];
let logs = () => '';
try {
  await upgrade();
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
for (const fault of faults.slice(0, 50)) say(`FAULT: ${fault}`);
if (faults.length > 0) {
  const file = path.join(tmpdir(), `ioi-upgrade-${process.pid}.log`);
  // The last lines are on their way.
  await sleep(1_000);
  await writeFile(file, logs());
  say(`${faults.length} faults. The logs of all processes are in ${file}.`);
} else say('Nothing was lost, doubled or refused.');
for (const end of ends.reverse()) await end();
await rm(folder, { recursive: true, force: true });
// Callers may still be waiting for an answer.
process.exit(faults.length === 0 ? 0 : 1);

async function upgrade(): Promise<void> {
  const [after, before] = [thisRelease(), releaseBefore(path.join(folder, 'before'))];
  say(`Built ${after.name} and ${before.name}.`);
  const { fleet, database, temporal, carrier, balancer } = await start();
  const demo = await anOrganization(fleet, before, balancer.url);

  const statuses = new Map<number | string, number>();
  const observe = ({ path, status, text, startedAt, ms }: Call) => {
    const seen = status ?? 'connection lost';
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    if (status !== 200 && status !== 204 && status !== 503)
      faults.push(
        `${path} of ${new Date(startedAt).toISOString()} was answered ${seen} ${text} after ${ms} ms`,
      );
  };
  const load = new ServiceLoad(() => ({ demo }), observe);
  const customer = { load, carrier, call: caller(demo) };
  await Promise.all((['worker', 'api', 'worker', 'api'] as const).map((kind) => fleet.start(kind, before)));
  const waits = await openWaits(customer, ofEachWait);
  say(
    `2 APIs and 2 workers of ${before.name} serve; ${waits.length} claims, quotes, payments and policies wait.`,
  );

  const under = async (what: string, change: () => Promise<void>) => {
    const { length } = load.taken;
    await load.disturbedBy(change);
    await Promise.all(waits.splice(0, waits.length / 2).map((finish) => finish()));
    waits.push(...(await openWaits(customer, ofEachWait)));
    say(`${what}: ${load.taken.length - length} events meanwhile, ${load.repeats} calls repeated so far.`);
  };

  await under('Migrated, and upgraded workers, then APIs', async () => {
    const { applied } = JSON.parse(await fleet.command(after, ['migrate', '--json'])) as {
      applied: string[];
    };
    say(`Migrated: ${applied.join(', ') || 'nothing new'}.`);
    if (applied.length > 0) await fleet.replace('worker', before);
    await fleet.replace('worker', after);
    await fleet.replace('api', after);
  });

  await aLaterMigration(database);
  await under('Restarted on the schema of a later release', async () => {
    say((await fleet.command(after, ['migrate'])).trim().replaceAll('\n', ' '));
    await fleet.replace('worker', after);
    await fleet.replace('api', after);
  });

  await under('Went back, APIs first', async () => {
    await fleet.replace('api', before);
    await fleet.replace('worker', before);
  });

  const version = (buildId: string) => ({
    TEMPORAL_DEPLOYMENT_NAME: 'ioi',
    TEMPORAL_WORKER_BUILD_ID: buildId,
  });
  const switchTo = async (release: Release, buildId: string) => {
    const old = fleet.of('worker');
    for (const _ of old) await fleet.start('worker', release, version(buildId));
    await fleet.command(release, ['make-current'], version(buildId));
    for (const worker of old) await fleet.stop(worker);
  };
  await under('Upgraded to workers with a version', async () => {
    await switchTo(after, '1');
    await fleet.replace('api', after);
  });
  await under('Upgraded to the next version', () => switchTo(after, '2'));
  await under('Went back to the version before', () => switchTo(after, '1'));

  await Promise.all(waits.map((finish) => finish()));
  say(`Answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}.`);
  const open = () => Event.query(database).whereIn('state', ['ACCEPTED', 'RUNNING']).resultSize();
  for (const deadline = Date.now() + openPatienceMs; (await open()) > 0 && Date.now() < deadline; )
    await sleep(500);
  for (const { envelope, answer } of load.taken) {
    const [first, again] = [answer, await load.ask(envelope)].map((each) => JSON.stringify(saidIn(each)));
    if (first !== again) faults.push(`${envelope.triggerRequestId} was answered ${first}, then ${again}`);
  }
  faults.push(...(await faultsIn(database, load.taken)), ...(await failingTasks(temporal)));
  say(`Checked ${load.taken.length} events and all runs.`);
}

/** The servers, which outlive the processes; a refusal that does not say when to come again is a fault. */
async function start() {
  const log = () => undefined;
  const binary = await temporalProgram();
  const [postgres, temporal, carrier, balancer] = await Promise.all([
    startEmbeddedPostgres({ dataDir: folder, durable: false, maxConnections: 200, log }),
    startEmbeddedTemporal({ binary, dataDir: folder, namespace: 'default' }),
    aCarrierServer(),
    aLoadBalancer(0, (status, headers) => {
      if (status === 503 && headers['retry-after'] === undefined) faults.push('a 503 has no Retry-After');
    }),
  ]);
  ends.push(postgres.stop, temporal.stop, carrier.stop, balancer.close);
  const database = openDatabase({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'ioi-upgrade' });
  const connection = await Connection.connect({ address: temporal.address });
  ends.push(
    () => database.destroy(),
    () => connection.close(),
  );
  const fleet = new Fleet(
    {
      ...{
        DATABASE_URL: postgres.url,
        OWNER_DATABASE_URL: postgres.ownerUrl,
        TEMPORAL_ADDRESS: temporal.address,
      },
      ...{ DATA_DIR: folder, PORT: '0', DRAIN_SECONDS: '1' },
      OUTBOUND_ENDPOINTS: JSON.stringify({ carrier: { url: carrier.url, private: true } }),
    },
    balancer,
  );
  ends.push(() => fleet.kill());
  logs = () => fleet.logs();
  return { fleet, database, temporal: new Client({ connection }), carrier, balancer };
}

/** An organization with its key and products, made as an operator does. */
async function anOrganization(fleet: Fleet, release: Release, baseUrl: string) {
  const command = async <T>(...args: string[]) =>
    JSON.parse(await fleet.command(release, [...args, '--json'])) as T;
  await fleet.command(release, ['migrate']);
  const { id } = await command<{ id: string }>('organization', 'create', '--name', 'Upgrade');
  const owner = ['--organization', id];
  const deploy = async (product: ProductDefinition) => {
    const file = path.join(folder, `${product.key}.json`);
    await writeFile(file, JSON.stringify(product));
    const { versionId } = await command<{ versionId: string }>('product', 'import', file, ...owner);
    await command('product', 'deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01');
  };
  const [{ apiKey, apiSecret }] = await Promise.all([
    command<{ apiKey: string; apiSecret: string }>('key', 'create', ...owner),
    ...[shopWithWaits(), shopOfCarrier()].map(deploy),
  ]);
  return { baseUrl, organizations: [{ id, apiKey, apiSecret }] } as unknown as DemoFile;
}

/** Calls once more after a 503, as the documents say. */
function caller({ baseUrl, organizations: [key] }: DemoFile): Customer['call'] {
  return async (method, path, body) => {
    for (;;) {
      const response = await fetch(`${baseUrl}/ioi/v3${path}`, {
        method,
        headers: {
          authorization: `Basic ${btoa(`${key?.apiKey}:${key?.apiSecret}`)}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      if (response.status !== 503) throw new Error(`${path} was answered ${response.status} ${text}`);
      await sleep(200);
    }
  };
}

/** Migrates as a later release would; returns the name of the migration. */
async function aLaterMigration(database: Database): Promise<string> {
  const name = '9999_of_a_later_release';
  await database.raw('create table later (id integer); alter table quotes add later integer');
  await database('migrations').insert({ name, batch: 99 });
  return name;
}
