import { afterAll, beforeAll, expect, it } from 'vitest';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { productDefinition } from '../../domain/product/definition.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const waitId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa1';

/** A validation waits two days for an outside system. */
function shopWithWait() {
  const shop = structuredClone(shopOfLives()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  shop.configurations[0]!.events.CLIENT_VALIDATION = [
    { id: waitId, type: 'INBOUND_WAIT', name: 'Screening', waitsFor: 'the screening', timeoutHours: 48 },
  ];
  return productDefinition.parse(shop);
}

let world: ClockWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await aClockWorld(shopWithWait());
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const wait = (triggerRequestId: string) => ActionRun.query(world.db).findById([triggerRequestId, waitId]);

it('waits in real time, unless the clock lets waits time out', async () => {
  const { id: clockId } = await world.aClock('2040-01-01T09:00:00.000Z');
  const { clientId } = await world.issue(clockId, { effectiveDate: '2040-01-01', plan: 'FULL_PAYMENT' });
  await world.fire('CLIENT_VALIDATION', { clientId, intake: {} });
  const event = await Event.query(world.db).findOne('type', 'CLIENT_VALIDATION').throwIfNotFound();
  const { triggerRequestId: id } = event;
  await expect.poll(async () => (await wait(id))?.state).toBe('WAITING');
  expect(await wait(id)).toMatchObject({ clockWaitsUntil: new Date('2040-01-03T09:00:00.000Z') });

  await world.advance(clockId, '2040-01-03T09:00:00.000Z');
  expect(await wait(id)).toMatchObject({ state: 'WAITING' });

  await world.clocks.change(world.agency, clockId, { waitsTimeOut: true });
  await world.advance(clockId, '2040-01-04T09:00:00.000Z');
  expect(await wait(id)).toMatchObject({ state: 'FAILED', lastError: 'nothing arrived within 48 hours' });
  expect((await Event.query(world.db).findById(id))?.closedAt).not.toBeNull();
}, 120_000);
