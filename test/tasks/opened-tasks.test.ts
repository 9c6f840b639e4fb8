import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventControl } from '../../api/events/control.js';
import { Policy } from '../../db/models/policy.js';
import { Task } from '../../db/models/task.js';
import { updatePolicy } from '../../db/policy-changes/lock-policy.js';
import { followEvent } from '../../db/tasks/tasks-of-event.js';
import { addDays } from '../../domain/ground/calendar.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aPolicy } from '../support/policy-factory.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const action = {
  ...{ type: 'CREATE_TASK', name: 'Call back', title: 'Call {{answer:client.name}}', dueDays: 2 },
  ...{ order: 2, priority: 'HIGH' },
};
const ids = ['0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0a01', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0a02'] as const;

/** The shop, whose referrals and quotes open tasks. */
function busyShop(): ProductDefinition {
  const shop = structuredClone(shopProduct());
  for (const { underwriting } of Object.values(shop.ratingPlans)) {
    Object.assign(underwriting.find(({ id }) => id === 'large')!, {
      createTask: { title: 'Ask for the accounts', role: 'underwriter', dueDays: 3, priority: 'HIGH' },
    });
  }
  const [{ events }] = shop.configurations as unknown as [{ events: Record<string, object[]> }];
  events.GET_QUOTES?.push({ ...action, id: ids[0] }, { ...action, id: ids[1], organization: 'INSURER' });
  return productDefinition.parse(shop);
}

let world: EventWorld;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  world = await anEventWorld(busyShop());
  stopWorker = await world.startWorker();
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const tasks = (column: string, id: string) => Task.query(world.db).where(column, id).orderBy('created_at');

it('are opened by a rule that refers, until an underwriter decides, and by actions', async () => {
  const payload = { intake: intakeOf({ 'client.name': 'Big Shop', 'shop.revenue': '2000000' }) };
  const eventTargets = [shopIds.standard, ...ids];
  const fired = await world.events.fire(world.agency, aFire({ forceSync: true, eventTargets, payload }));
  const [{ requestId: quoteId }] = fired.metadata.quotes as [QuoteObject];
  const [asked, ...more] = await tasks('quote_id', quoteId);
  expect(more).toEqual([]);
  const today = asked!.createdAt.toISOString().slice(0, 10);
  expect(asked).toMatchObject({
    ...{ title: 'Ask for the accounts', role: 'underwriter', priority: 'HIGH', madeBy: 'PRODUCT' },
    ...{ organizationId: world.carrier.organizationId, dueOn: addDays(today, 3) },
    clientId: fired.metadata.client,
  });
  await world.underwriting.decide(world.carrier, quoteId, { isApproved: true });
  const [done] = await tasks('quote_id', quoteId);
  expect(done).toMatchObject({ completion: 'an underwriter has approved the quote' });

  // The insurer of a seller's product sees its quotes, and not who asks for them.
  const run = () =>
    world.db('action_runs').where({ trigger_request_id: fired.triggerRequestId, action_id: ids[1] });
  await expect
    .poll(async () => (await run().first())?.last_error, { timeout: 10_000 })
    .toMatch(/does not see/);
  const ofEvent = () => tasks('trigger_request_id', fired.triggerRequestId);
  await expect.poll(async () => (await ofEvent()).length, { timeout: 10_000 }).toBe(1);
  const [called] = await ofEvent();
  expect(called).toMatchObject({
    ...{ title: 'Call Big Shop', priority: 'HIGH', madeBy: 'PRODUCT', dueOn: addDays(today, 2) },
    ...{ organizationId: world.agency.organizationId, clientId: fired.metadata.client },
  });
});

it('are opened for a renewal that waits, and closed when it no longer does', async () => {
  const { id } = await aPolicy(world.db);
  const change = async (changes: Parameters<typeof updatePolicy>[2]) => {
    const policy = await Policy.query(world.db).findById(id).throwIfNotFound();
    await world.db.transaction((trx) => updatePolicy(trx, policy, changes, new Date()));
    return (await tasks('policy_id', id)).map(({ completedAt }) => completedAt === null);
  };
  expect(await change({ renewalWaits: 'too expensive' })).toEqual([true]);
  expect(await change({ renewalWaits: 'much too expensive' })).toEqual([true]);
  expect(await change({ renewalWaits: null })).toEqual([false]);
  expect(await change({ renewalWaits: 'again' })).toEqual([false, true]);
  expect(await change({ cancelledOn: '2026-02-01' })).toEqual([false, false]);
  const waits = { holdId: ids[0], reason: 'a storm', amount: '10.00' };
  expect(await change({ reinstatementWaits: waits })).toEqual([false, false, true]);
});

it('are opened for a failed event of the calendar, and closed by its acknowledgement', async () => {
  const { db, agency } = world;
  const { triggerRequestId } = await world.events.fire(agency, aFire({ eventTargets: [] }));
  const event = () => db('events').where('trigger_request_id', triggerRequestId);
  await expect.poll(async () => (await event().first()).closed_at, { timeout: 10_000 }).not.toBeNull();
  await event().update({ by_service: true, state: 'FAILED' });
  await db('action_runs')
    .where({ trigger_request_id: triggerRequestId, kind: 'DEFAULT' })
    .update({
      ...{ state: 'FAILED', last_error: 'no rates' },
    });
  for (let times = 0; times < 2; times += 1) await followEvent(db, triggerRequestId, new Date());
  const ofEvent = async () =>
    (await tasks('trigger_request_id', triggerRequestId)).filter((task) => task.waitsFor !== null);
  expect(await ofEvent()).toMatchObject([{ title: 'GET_QUOTES failed: no rates', completedAt: null }]);
  const control = new EventControl({ db, now: () => new Date() } as never);
  await control.acknowledge(agency, triggerRequestId, undefined);
  expect(await ofEvent()).toMatchObject([{ completion: 'the failure was acknowledged' }]);
});
