import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import {
  aDataDir,
  deployProduct,
  keepLogs,
  kill9,
  killService,
  type RunningService,
  serversOf,
  startService,
  stopService,
} from '../support/running-service.js';
import { expectAllDone, withDatabase, withTemporal } from './all-done.js';
import { patienceMs, ServiceLoad } from './service-load.js';
import { shopWithWaits } from './shop-with-waits.js';

let dataDir: string;
let remove: () => Promise<void>;
let service: RunningService;

beforeAll(async () => {
  ({ dataDir, remove } = await aDataDir());
  service = await startService(dataDir);
  await deployProduct(dataDir, service.demo.organizations[0]?.id ?? '', shopWithWaits());
});

beforeEach(async () => {
  // What fails in one test must not look like a failure of the next.
  if (hasEnded(service)) service = await startService(dataDir);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.log(`The service's logs: ${await keepLogs(dataDir, service.output())}`);
});

afterAll(async () => {
  if (service && !hasEnded(service)) await stopService(service);
  await remove?.();
});

it('loses and doubles nothing when PostgreSQL is killed under load', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(() => kill('postgres'));
  await expectAllDone(load, service);
}, 300_000);

it('loses and doubles nothing when Temporal is killed under load', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(() => kill('temporal'));
  await expectAllDone(load, service);
}, 300_000);

it('loses and doubles nothing when everything is killed at once under load, and started again', async () => {
  const load = new ServiceLoad(() => service);
  await load.disturbedBy(async () => {
    await killEverything();
    service = await startService(dataDir);
  });
  expect(load.repeats).toBeGreaterThan(0);
  await expectAllDone(load, service);
}, 300_000);

it('runs what was accepted and never started by the time the process died', async () => {
  const load = new ServiceLoad(() => service);
  const envelopes = Array.from({ length: 6 }, (_, n) =>
    n % 3 === 0 ? load.anEvent('CLAIM_NOTIFICATION') : load.aQuoting(n % 2 === 0),
  );
  const ids = envelopes.map(({ triggerRequestId }) => triggerRequestId);
  const statesOf = async (db: Database) =>
    (await Event.query(db).findByIds(ids).select('state')).map(({ state }) => state);

  // A Temporal that stands still takes connections and does nothing with what comes by them.
  process.kill((await serversOf(dataDir)).temporal ?? Number.NaN, 'SIGSTOP');
  const unanswered = Promise.allSettled(envelopes.map((envelope) => load.fireOnce(envelope)));
  await withDatabase(service, (db) =>
    expect.poll(() => statesOf(db), { timeout: 20_000 }).toEqual(ids.map(() => 'ACCEPTED')),
  );
  const killedAt = new Date();
  await killEverything();
  for (const answer of await unanswered) expect(answer).not.toMatchObject({ value: 200 });
  service = await startService(dataDir);

  await withDatabase(service, async (db) => {
    await expect.poll(() => statesOf(db), { timeout: patienceMs }).not.toContain('ACCEPTED');
  });
  const events = await withDatabase(service, async (db) => Event.query(db).findByIds(ids).select('plan'));
  await withTemporal(service, async (client) => {
    for (const { plan } of events) {
      const { startTime } = await client.workflow.getHandle(workflowIdOf(plan)).describe();
      expect(startTime.getTime()).toBeGreaterThan(killedAt.getTime());
    }
  });
  for (const envelope of envelopes) {
    const answer = await load.fire(envelope);
    if (envelope.type === 'CLAIM_NOTIFICATION') await load.answerWait(answer);
  }
  await expectAllDone(load, service);
}, 300_000);

const hasEnded = ({ child }: RunningService) => child.exitCode !== null || child.signalCode !== null;

async function kill(server: 'postgres' | 'temporal'): Promise<void> {
  const { [server]: pid } = await serversOf(dataDir);
  if (pid === undefined) throw new Error(`${server} does not run`);
  kill9(pid);
}

async function killEverything(): Promise<void> {
  await killService(service, await serversOf(dataDir));
}
