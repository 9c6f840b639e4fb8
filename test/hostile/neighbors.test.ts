import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utcDate } from '../../domain/ground/calendar.js';
import { aDataDir, type RunningService, startService, stopService } from '../support/running-service.js';

let folder: Awaited<ReturnType<typeof aDataDir>>;
let service: RunningService;

beforeAll(async () => {
  folder = await aDataDir();
  service = await startService(folder.dataDir);
}, 180_000);

afterAll(async () => {
  if (service) await stopService(service);
  await folder?.remove();
}, 60_000);

/** Fires a request for quotes; milliseconds until its answer. */
async function quote(productKey: string, by: 'owner' | 'licensee', forceSync = true): Promise<number> {
  const { baseUrl, products, organizations } = service.demo;
  const product = products.find(({ key }) => key === productKey)!;
  const organization = organizations.find(({ id }) => (id === product.organizationId) === (by === 'owner'))!;
  const started = performance.now();
  const answer = await fetch(`${baseUrl}/ioi/v3/event/fire`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${organization.apiKey}:${organization.apiSecret}`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      type: 'GET_QUOTES',
      lineId: product.lineId,
      forceSync,
      payload: {
        effectiveDate: utcDate(new Date()),
        intake: product.intakes.quoted,
      },
    }),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - started;
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

async function oneByOne(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < count; made += 1) times.push(await quote('general-liability', 'owner'));
  return times;
}

/** A neighbor with so many requests under way, until it is stopped. */
function flood(callers: number, forceSync: boolean) {
  let stopped = false;
  let fired = 0;
  const loops = Array.from({ length: callers }, async () => {
    while (!stopped) {
      await quote('business-package', 'licensee', forceSync).catch(() => undefined);
      fired += 1;
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(loops);
    return fired;
  };
}

it.each([true, false])(
  'a neighbor that floods the service costs others little (synchronous: %s)',
  async (forceSync) => {
    await oneByOne(40);
    const alone = median(await oneByOne(40));
    const stop = flood(200, forceSync);
    await sleep(3_000);
    const beside = median(await oneByOne(20));
    const fired = await stop();
    console.log(`${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside ${fired} events`);
    expect(fired).toBeGreaterThan(20);
    // Twice, and some more for what else the machine does.
    expect(beside / alone).toBeLessThan(2.5);
  },
  300_000,
);
