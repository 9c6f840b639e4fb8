import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../db/database.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { aKillableWorker } from '../crash/killable-worker.js';
import { shopOnPlans } from '../support/billing-world.js';
import { anEventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { runCli } from '../support/running-service.js';
import { servedApi } from '../support/served-api.js';
import { temporalAddress } from '../support/temporal.js';
import { Callers } from './callers.js';
import { Histories } from './history.js';
import type { Scene } from './subjects.js';

export interface RunningScene extends Scene {
  /** Kills a part, or the connections of the database, and starts the part again; names what it did. */
  breakSomething(): Promise<string>;
  close(): Promise<void>;
}

/** A part that can be killed and started again. */
interface Part {
  name: string;
  url?: string;
  stop(): Promise<void>;
}

/**
 * Two APIs and two workers on a database with the shop. Where they are to be killed, the APIs are processes, too; they
 * start more slowly.
 */
export async function aScene({
  random,
  kills,
}: {
  random: () => number;
  kills: boolean;
}): Promise<RunningScene> {
  const world = await anEventWorld(shopOnPlans());
  const second = openDatabase({ url: world.databaseUrl, poolSize: 5, applicationName: 'ioi-test-second' });
  const keyOf = async ({ organizationId }: { organizationId: string }) => {
    const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'] });
    return basicOf(apiKey.key, secret);
  };
  const [seller, insurer] = [await keyOf(world.agency), await keyOf(world.carrier)];
  const aWorker = async (): Promise<Part> => ({ name: 'a worker', ...(await aKillableWorker(world, {})) });
  const anApi = async (db: Database): Promise<Part> =>
    kills ? anApiProcess(world) : { name: 'an API', ...(await servedApi({ ...world, db })) };
  const starts = [() => anApi(world.db), () => anApi(second), aWorker, aWorker];
  const parts = await Promise.all(starts.map((start) => start()));
  const urls = () => parts.flatMap(({ url }) => (url === undefined ? [] : [url]));
  return {
    ...{ callers: new Callers(urls, random), histories: new Histories(), random, seller, insurer },
    clientsNamed: (name) => world.db('clients').where({ name }).count('* as count').first().then(countOf),
    async breakSomething() {
      const chosen = Math.floor(random() * (parts.length + 1));
      const part = parts[chosen];
      if (part === undefined) {
        await endConnections(world.db);
        return 'the connections of the database were ended';
      }
      await part.stop();
      await sleep(200 + random() * 1_000);
      parts[chosen] = await starts[chosen]!();
      return `${part.name} was killed`;
    },
    async close() {
      await Promise.all(parts.map(({ stop }) => stop()));
      await second.destroy();
      await world.close();
    },
  };
}

const countOf = (row: { count?: string | number } | undefined): number => Number(row?.count ?? 0);

/** All but those of the caller: every process has transactions that end in the middle. */
async function endConnections(db: Database): Promise<void> {
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and application_name in ('ioi-api', 'ioi-test-worker')`,
  );
}

async function anApiProcess({
  databaseUrl,
  taskQueue,
}: {
  databaseUrl: string;
  taskQueue: string;
}): Promise<Part> {
  const { child, output, ended } = runCli(['api'], {
    ...{ DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress(), TEMPORAL_TASK_QUEUE: taskQueue },
    ...{ PORT: '0', LOG_LEVEL: 'info' },
  });
  for (;;) {
    const url = /The API is at (http:[^"]+)\./.exec(output())?.[1];
    if (url !== undefined) {
      const stop = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      return { name: 'an API', url, stop };
    }
    if (await Promise.race([ended, sleep(50)])) throw new Error(`The API did not start:\n${output()}`);
  }
}
