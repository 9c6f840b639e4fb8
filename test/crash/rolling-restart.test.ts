import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aLoadBalancer, type LoadBalancer } from '../support/load-balancer.js';
import { runCli } from '../support/running-service.js';
import { temporalAddress } from '../support/temporal.js';

let world: EventWorld;
let balancer: LoadBalancer;
let authorization: string;
const running = new Set<ReturnType<typeof runCli>>();

beforeAll(async () => {
  [world, balancer] = await Promise.all([anEventWorld(), aLoadBalancer()]);
  await world.startWorker();
  const { organizationId } = world.agency;
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'] });
  authorization = `Basic ${Buffer.from(`${apiKey.key}:${secret}`).toString('base64')}`;
});

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await balancer?.close();
  await world?.close();
});

/** Starts an API process and waits until requests reach it. */
async function anApi() {
  const api = runCli(['api'], {
    DATABASE_URL: world.databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_TASK_QUEUE: world.taskQueue,
    PORT: '0',
    DRAIN_SECONDS: '1',
  });
  running.add(api);
  const url = await expect
    .poll(() => /The API is at (http:[\w.:/]+\d)/.exec(api.output())?.[1], { timeout: 60_000, interval: 100 })
    .toBeDefined()
    .then(() => /The API is at (http:[\w.:/]+\d)/.exec(api.output())?.[1] ?? '');
  balancer.add(url);
  await expect.poll(() => balancer.ready(), { timeout: 60_000 }).toContain(url);
  return { ...api, url };
}

it('restarts the APIs behind a load balancer one by one without losing a request', async () => {
  const first = [await anApi(), await anApi()];
  const statuses = new Map<string, number>();
  let loading = true;
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  const send = async (path: string, body?: object) => {
    const answer = await fetch(`${balancer.url}/ioi/v3${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.text();
    return answer.status;
  };
  const caller = async (ask: () => Promise<number>) => {
    while (loading) count(String(await ask().catch((error: Error) => `${error.message} ${error.cause}`)));
  };
  const reads = Array.from({ length: 6 }, () => caller(() => send('/hello')));
  const quotes = Array.from({ length: 2 }, () =>
    caller(() => send('/event/fire', aFire({ triggerRequestId: randomUUID(), forceSync: true }))),
  );

  for (const { child, ended, url } of first) {
    await anApi();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(balancer.ready()).not.toContain(url);
  }
  await sleep(500);
  loading = false;
  await Promise.all([...reads, ...quotes]);

  expect([...statuses.keys()]).toEqual(['200']);
  expect(statuses.get('200')).toBeGreaterThan(100);
}, 240_000);
