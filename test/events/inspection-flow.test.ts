import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { flowIds, flowProduct } from '../support/flow-product.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { shopIds } from '../support/shop-product.js';

let world: InspectionWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anInspectionWorld(flowProduct());
  stopWorker = await world.startWorker({ screening: { url: world.carrierServer.url, private: true } });
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const fire = (type: string, payload: object, triggerRequestId = randomUUID()) =>
  world.post('/event/fire', { type, lineId: shopIds.line, triggerRequestId, payload });
const retry = (triggerRequestId: string) => world.post(`/event/${triggerRequestId}/retry`);
const statesOf = async (triggerRequestId: string) => {
  const { actions } = await world.look(triggerRequestId);
  return Object.fromEntries(actions.map(({ name, state }) => [name, state]));
};
const aClient = async () =>
  (await fire('CREATE_OR_UPDATE_CLIENT', { intake: {}, clientName: 'Somebody' })).body.metadata.client;

it('repeats calls and waits that failed, and not what ran because they did', async () => {
  const payload = { clientId: await aClient(), intake: {} };
  world.carrierServer.answer(json(500, {}));
  const { triggerRequestId } = (await fire('CLIENT_VALIDATION', payload)).body;
  await world.until(triggerRequestId, 'COMPLETED');
  expect(await statesOf(triggerRequestId)).toEqual({
    ...{ Hasty: 'FAILED', Alarm: 'FAILED' },
    ...{ Survey: 'SUCCEEDED', 'Say that it failed': 'SUCCEEDED' },
  });
  const children = () => Event.query(world.db).where('parent_trigger_request_id', triggerRequestId);
  expect(await children()).toHaveLength(1);
  const keys = world.carrierServer.received.map(({ headers }) => headers['webhook-id']);
  world.carrierServer.answer(json(200, {}));

  expect((await retry(triggerRequestId)).status).toBe(202);
  await expect
    .poll(async () => (await statesOf(triggerRequestId)).Hasty, { timeout: 20_000 })
    .toBe('WAITING');
  const hasty = (await world.look(triggerRequestId)).actions.find(({ name }) => name === 'Hasty');
  await world.inbound.receive(world.carrier, { requestId: hasty!.requestId!, payload: { quick: true } });

  const done = await world.until(triggerRequestId, 'COMPLETED');
  expect(await statesOf(triggerRequestId)).toMatchObject({ Hasty: 'SUCCEEDED', Alarm: 'SUCCEEDED' });
  expect(done.actions.find(({ actionId }) => actionId === flowIds.alarm)?.earlierRuns).toMatchObject([
    { run: 0, state: 'FAILED', attempts: 2 },
  ]);
  expect(done.links.children).toHaveLength(1);
  expect(await children()).toHaveLength(1);
  // The same key again: the receiver can tell that it is a repeat.
  expect(world.carrierServer.received.at(-1)?.headers['webhook-id']).toBe(keys.at(-1));
}, 60_000);

it('runs an event again that the business refused, once it would not any more', async () => {
  const large = intakeOf({ 'client.name': 'Large Shop', 'shop.revenue': '2000000' }) as AnswerMap;
  const quoted = await world.events.fire(
    world.agency,
    aFire({ forceSync: true, eventTargets: [shopIds.standard], payload: { intake: large } }),
  );
  const [quote] = quoted.metadata.quotes as QuoteObject[];
  const [referral] = (await world.look(quoted.triggerRequestId)).links.children;
  expect((await world.get(String(referral).replace('/ioi/v3', ''))).body).toMatchObject({
    type: 'UNDERWRITING_REFERRED',
    parentTriggerRequestId: quoted.triggerRequestId,
    links: { parent: `/ioi/v3/event/${quoted.triggerRequestId}` },
  });
  const payload = { clientId: quoted.metadata.client, quoteIds: [quote?.requestId] };
  const triggerRequestId = randomUUID();
  const refused = await fire('SELECT_QUOTE', payload, triggerRequestId);
  expect(refused.status).toBe(409);
  expect(await world.look(triggerRequestId)).toMatchObject({
    state: 'FAILED',
    refusal: { detail: expect.any(String) },
    actions: [{ kind: 'DEFAULT', state: 'FAILED', lastError: expect.any(String) }],
  });
  await world.underwriting.decide(world.carrier, String(quote?.requestId), { isApproved: true });
  expect((await fire('SELECT_QUOTE', payload, triggerRequestId)).status).toBe(409);

  expect((await retry(triggerRequestId)).status).toBe(202);

  const done = await world.until(triggerRequestId, 'COMPLETED');
  expect(done).not.toHaveProperty('refusal');
  expect(done.actions).toMatchObject([{ state: 'SUCCEEDED', earlierRuns: [{ run: 0, state: 'FAILED' }] }]);
  expect((await fire('SELECT_QUOTE', payload, triggerRequestId)).status).toBe(200);
}, 60_000);
