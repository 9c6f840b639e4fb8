import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Unavailable } from '../../api/errors/app-error.js';
import { EventService } from '../../api/event-firing/service.js';
import type { EventRuns } from '../../api/runs/event-runs.js';
import { RunClosed, RunUnanswered } from '../../api/runs/run-errors.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';

let world: EventWorld;

beforeAll(async () => {
  world = await anEventWorld();
});

afterAll(async () => {
  await world?.close();
});

async function aWorkerProcess() {
  const settings = {
    databaseUrl: world.databaseUrl,
    temporalAddress: temporalAddress(),
    taskQueue: world.taskQueue,
    codePath: await workflowBundle(),
  };
  const child = fork(new URL('../support/worker-process.ts', import.meta.url), [JSON.stringify(settings)], {
    execArgv: ['--import', 'tsx'],
  });
  await once(child, 'message');
  return child;
}

const stateOf = async (triggerRequestId: string) =>
  (await Event.query(world.db).findById(triggerRequestId))?.state;

it('finishes a run whose worker was killed in the middle, with one quote per action', async () => {
  const killed = await aWorkerProcess();
  const envelope = aFire({ triggerRequestId: randomUUID() });
  const triggerRequestId = String(envelope.triggerRequestId);
  // Ratings wait for this lock: the client is saved by then, and no quote is.
  const lock = await world.db.transaction();
  await lock.raw('lock table quotes in access exclusive mode');
  const fired = world.events.fire(world.agency, envelope).catch((error: unknown) => error);
  await expect
    .poll(() => ActionRun.query(world.db).where('trigger_request_id', triggerRequestId).resultSize(), {
      timeout: 20_000,
    })
    .toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  // The statements that the dead worker had sent may still commit now: the retry has to find them.
  await lock.commit();

  const second = await aWorkerProcess();
  await expect.poll(() => stateOf(triggerRequestId), { timeout: 90_000 }).toBe('COMPLETED');

  expect(await Quote.query(world.db).where('trigger_request_id', triggerRequestId).resultSize()).toBe(2);
  expect(
    await Client.query(world.db).where('organization_id', world.agency.organizationId).resultSize(),
  ).toBe(1);
  const again = await world.events.fire(world.agency, envelope);
  expect(again).toMatchObject({ triggerRequestId, executedActionCount: 2 });
  await fired;
  second.kill('SIGTERM');
  await once(second, 'exit');
}, 150_000);

it('keeps an event that no worker answers, says so, and gives its result later', async () => {
  const envelope = aFire({ triggerRequestId: randomUUID(), forceSync: true });
  const refused = await world.events.fire(world.agency, envelope).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(Unavailable);
  expect(refused).toMatchObject({ extensions: { triggerRequestId: envelope.triggerRequestId } });

  const stop = await world.startWorker();
  const result = await world.events.fire(world.agency, envelope);
  expect(result.metadata.quotes).toHaveLength(2);
  await stop();
}, 60_000);

it('starts an event whose request died between its row and its run', async () => {
  const stop = await world.startWorker();
  const { triggerRequestId } = await world.events.fire(world.agency, aFire());
  await expect.poll(() => stateOf(triggerRequestId), { timeout: 20_000 }).toBe('COMPLETED');
  const written = await Event.query(world.db).findById(triggerRequestId);
  const orphaned = (id: string, plan: object, minutes: number) =>
    world.db('events').insert({
      trigger_request_id: id,
      organization_id: world.agency.organizationId,
      type: 'GET_QUOTES',
      product_id: written?.productId,
      product_version_id: written?.productVersionId,
      envelope: JSON.stringify(written?.envelope),
      envelope_sha256: 'orphan',
      plan: JSON.stringify(plan),
      fired_by: JSON.stringify(written?.firedBy),
      as_configured_at: written?.asConfiguredAt,
      created_at: world.db.raw(`now() - make_interval(mins => ?)`, [minutes]),
    });
  const [orphan, broken] = [randomUUID(), randomUUID()];
  await orphaned(orphan, JSON.parse(JSON.stringify(written?.plan).replaceAll(triggerRequestId, orphan)), 1);
  // One that cannot be started, and comes before it.
  await orphaned(broken, {}, 2);

  expect(await world.sweep.sweep()).toBe(2);

  await expect.poll(() => stateOf(orphan), { timeout: 20_000 }).toBe('COMPLETED');
  expect(await Quote.query(world.db).where('trigger_request_id', orphan).resultSize()).toBe(2);
  expect(await stateOf(broken)).toBe('ACCEPTED');
  await stop();
}, 60_000);

it('asks to fire again when Temporal is lost while an earlier run is looked at', async () => {
  const { db, quotes, catalog } = world;
  const lost = () => Promise.reject(new RunUnanswered('cut off'));
  const closed = () => Promise.reject(new RunClosed('closed'));
  const runs = { fire: closed, isOfLostPast: lost } as unknown as EventRuns;
  const events = new EventService({ db, quotes, catalog, now: () => new Date(), runs });

  await expect(events.fire(world.agency, aFire())).rejects.toMatchObject({
    status: 503,
    code: 'EVENT_PENDING',
  });
});
