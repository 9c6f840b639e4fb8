import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventService } from '../../api/event-firing/service.js';
import { RunClosings } from '../../api/runs/run-closings.js';
import { webhookChannel } from '../../db/webhooks/subscriptions.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';
import { runOf } from '../support/workflow-handles.js';

let world: EventWorld;

beforeAll(async () => {
  world = await anEventWorld();
});

afterAll(async () => {
  await world?.close();
});

const historyOf = async (triggerRequestId: string) => {
  const handle = await runOf(world, triggerRequestId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  return JSON.stringify(events);
};

describe('a run that waits for nobody, beside a worker', () => {
  let events: EventService;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ events, stop } = await world.besideWorker());
  });

  afterAll(async () => {
    await stop?.();
  });

  it('is answered by its end: nothing is asked of the run', async () => {
    const { triggerRequestId, metadata } = await events.fire(world.agency, aFire({ forceSync: true }));

    expect(metadata.quotes).toHaveLength(2);
    expect(await historyOf(triggerRequestId)).not.toContain('UPDATE_ACCEPTED');
  });

  it('is closed in the transaction of its one activity', async () => {
    const { triggerRequestId } = await events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [shopIds.standard] }),
    );

    expect((await historyOf(triggerRequestId)).match(/core_local_activity/g)).toHaveLength(1);
  });

  it('is asked for its result from another process', async () => {
    const { triggerRequestId, metadata } = await world.events.fire(world.agency, aFire({ forceSync: true }));

    expect(metadata.quotes).toHaveLength(2);
    expect(await historyOf(triggerRequestId)).toContain('UPDATE_ACCEPTED');
  });

  it('notifies no process through the database', async () => {
    const heard: unknown[] = [];
    const listener = new pg.Client({ connectionString: world.databaseUrl });
    await listener.connect();
    listener.on('notification', (notification) => heard.push(notification));
    for (const channel of ['event_closed', 'identity_changed', 'ioi_product_changed', webhookChannel])
      await listener.query(`listen ${channel}`);

    await events.fire(world.agency, aFire({ forceSync: true }));
    await events.fire(world.agency, aFire({ forceSync: false }));
    await listener.query('select 1');
    await listener.end();

    expect(heard).toEqual([]);
  });
});

it('is answered from the database where its end is not handed over', async () => {
  const { events, stop } = await world.besideWorker(false);

  const { metadata } = await events.fire(world.agency, aFire({ forceSync: true }));

  expect(metadata.quotes).toHaveLength(2);
  await stop();
});

describe('closed events', () => {
  const triggerResult = { executedActionCount: 1, expectedResponseCount: 1, metadata: {} };

  it('reach every request that waits for them, with their result', async () => {
    const closings = new RunClosings();
    const id = randomUUID();
    const expected = [closings.expect(id), closings.expect(id)];

    closings.tell(id, triggerResult);

    const told = await Promise.all(expected.map((closing) => closing.within(5_000)));
    expect(told).toEqual([{ triggerResult }, { triggerResult }]);
    expect(await expected[0]?.closing).toEqual({ triggerResult });
  });

  it('may leave their result in the database, and may not be told', async () => {
    const closings = new RunClosings();
    const [closed, other] = [randomUUID(), randomUUID()];
    const [expected, untold] = [closings.expect(closed), closings.expect(other)];

    closings.tell(closed, undefined);

    expect(await expected.within(5_000)).toEqual({ triggerResult: undefined });
    expect(await untold.within(20)).toBeUndefined();
  });

  it('are told to nobody who has left', async () => {
    const closings = new RunClosings();
    const id = randomUUID();
    const [left, waiting] = [closings.expect(id), closings.expect(id)];

    left.forget();
    closings.tell(id, triggerResult);

    expect(await left.within(20)).toBeUndefined();
    expect(await waiting.within(5_000)).toEqual({ triggerResult });
  });
});
