import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventService } from '../../api/event-firing/service.js';
import { EventRuns } from '../../api/runs/event-runs.js';
import { RunClosings } from '../../api/runs/run-closings.js';
import { createNotifications } from '../../db/notifications.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld();
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const historyOf = async (triggerRequestId: string) => {
  const handle = world.client.workflow.getHandle(`event-${triggerRequestId}`);
  await handle.result();
  const { events } = await handle.fetchHistory();
  return JSON.stringify(events);
};

describe('a run that waits for nobody', () => {
  it('is answered by its end: nothing is asked of the run', async () => {
    const { triggerRequestId } = await world.events.fire(world.agency, aFire({ forceSync: true }));

    expect(await historyOf(triggerRequestId)).not.toContain('UPDATE_ACCEPTED');
  });

  it('is closed in the transaction of its last action', async () => {
    const { triggerRequestId } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [shopIds.standard] }),
    );

    expect((await historyOf(triggerRequestId)).match(/core_local_activity/g)).toHaveLength(2);
  });

  it('is asked for its result where no news come', async () => {
    const silent = new RunClosings(createNotifications(world.databaseUrl));
    const { client, taskQueue, db, catalog, quotes } = world;
    const runs = new EventRuns({ client, taskQueue, closings: silent });
    const events = new EventService({ db, catalog, runs, quotes, now: () => new Date() });

    const { triggerRequestId, metadata } = await events.fire(world.agency, aFire({ forceSync: true }));

    expect(metadata.quotes).toHaveLength(2);
    expect(await historyOf(triggerRequestId)).toContain('UPDATE_ACCEPTED');
  });
});

describe('news of closed runs', () => {
  const listening = () => {
    const handlers: ((message: string) => void)[] = [];
    const reconnected: (() => void)[] = [];
    const closings = new RunClosings({
      on: (_channel, handler) => void handlers.push(handler),
      onReconnect: (handler) => void reconnected.push(handler),
      isListening: () => true,
    });
    const say = (message: string) => {
      for (const handler of handlers) handler(message);
    };
    const reconnect = () => {
      for (const handler of reconnected) handler();
    };
    return { closings, say, reconnect };
  };
  const triggerResult = { executedActionCount: 1, expectedResponseCount: 1, metadata: {} };

  it('reach everybody who expects the run, with its result', async () => {
    const { closings, say } = listening();
    const id = randomUUID();
    const expected = [closings.expect(id), closings.expect(id)];

    say(`${id}${JSON.stringify(triggerResult)}`);

    const heard = await Promise.all(expected.map((closing) => closing.within(5_000)));
    expect(heard).toEqual([{ triggerResult }, { triggerResult }]);
  });

  it('may leave a long result in the database, and may not come', async () => {
    const { closings, say } = listening();
    const [closed, other] = [randomUUID(), randomUUID()];
    const [expected, unheard] = [closings.expect(closed), closings.expect(other)];

    say(closed);

    expect(await expected.within(5_000)).toEqual({});
    expect(await unheard.within(20)).toBeUndefined();
  });

  it('that may have been missed are not waited for', async () => {
    const { closings, reconnect } = listening();
    const expected = closings.expect(randomUUID());

    const heard = expected.within(60_000);
    reconnect();

    expect(await heard).toBeUndefined();
  });
});
