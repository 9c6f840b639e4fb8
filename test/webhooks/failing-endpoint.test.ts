import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookQueue } from '../../db/models/webhook-queue.js';
import { aCarrierServer, type CarrierServer } from '../support/carrier-server.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };
const dayMs = 24 * 3_600_000;

let world: WebhookWorld;
let dead: CarrierServer;

beforeAll(async () => {
  world = await aWebhookWorld({ worker: localWebhooks([600]) });
  dead = await aCarrierServer();
});
afterAll(async () => {
  await dead?.stop();
  await world?.close();
});
beforeEach(async () => {
  await world.startAfresh();
  dead.received.length = 0;
  dead.answer((_request, response) => response.writeHead(500).end());
});

const endpoint = async (endpointId: string) =>
  (await world.call('get', `/webhook/endpoint/${endpointId}`)).body;

it('gets four attempts, then single ones, whatever waits; others are served and nothing is lost', async () => {
  const { endpointId } = await world.anEndpoint({ url: `${dead.url}/hook` });
  const { endpointId: other } = await world.anEndpoint();
  const fired: string[] = [];
  for (let count = 0; count < 10; count += 1) fired.push(await world.fire());

  await expect
    .poll(() => world.deliveries({ endpointId: other, state: 'DELIVERED' }), patience)
    .toHaveLength(10);
  await expect
    .poll(() => endpoint(endpointId), patience)
    .toMatchObject({
      ...{ active: true, lastError: 'answered 500' },
      ...{ failingSinceTimestamp: expect.any(String), pausedUntilTimestamp: expect.any(String) },
    });
  const { pausedUntilTimestamp } = await endpoint(endpointId);
  expect(Date.parse(pausedUntilTimestamp) - Date.now()).toBeGreaterThan(4 * 60_000);
  expect(dead.received).toHaveLength(4);
  await expect.poll(() => world.deliveries({ endpointId, state: 'PENDING' }), patience).toHaveLength(10);
  expect((await endpoint(other)).failingSinceTimestamp).toBeUndefined();

  await world.call('post', `/webhook/endpoint/${endpointId}/test`);
  await expect.poll(() => dead.received.length, patience).toBe(5);
  dead.answer((_request, response) => response.writeHead(204).end());
  await expect.poll(async () => (await endpoint(endpointId)).pausedUntilTimestamp, patience).toBeDefined();
  await world.call('post', `/webhook/endpoint/${endpointId}/test`);

  await expect
    .poll(() => world.deliveries({ endpointId, eventType: 'GET_QUOTES', state: 'DELIVERED' }), patience)
    .toHaveLength(10);
  await expect.poll(async () => (await endpoint(endpointId)).failingSinceTimestamp, patience).toBeUndefined();
  const healthy = await endpoint(endpointId);
  expect(healthy.pausedUntilTimestamp ?? healthy.lastError).toBeUndefined();
});

it('is disabled after days without a success, and the other endpoints are told', async () => {
  const { endpointId } = await world.anEndpoint({ url: `${dead.url}/hook`, eventTypes: ['GET_QUOTES'] });
  await world.anEndpoint({ eventTypes: ['POLICY_CREATED'] });
  const { endpointId: other } = await world.anEndpoint();
  const failingSince = new Date(Date.now() - 5 * dayMs);
  await WebhookQueue.query(world.db).findById(endpointId).patch({ failures: 3, failingSince });

  const triggerRequestId = await world.fire();

  const reason = `no notification was accepted since ${failingSince.toISOString()}; the last attempt: answered 500`;
  await expect
    .poll(() => endpoint(endpointId), patience)
    .toMatchObject({ active: false, disabledReason: reason });
  const [delivery] = await world.deliveries({ triggerRequestId, endpointId });
  expect(delivery).toMatchObject({ state: 'CANCELLED', lastError: 'the endpoint was disabled', attempts: 1 });
  await world.sweepWebhooks(30_000);
  await expect
    .poll(() => world.deliveries({ eventType: 'WEBHOOK_DISABLED' }), patience)
    .toMatchObject([{ endpointId: other, state: 'DELIVERED' }]);
  expect(world.receiver.received.at(-1)?.body).toMatchObject({
    type: 'WEBHOOK_DISABLED',
    data: { endpointId, reason },
  });

  dead.answer((_request, response) => response.writeHead(204).end());
  await world.call('put', `/webhook/endpoint/${endpointId}`, { active: true });
  expect((await endpoint(endpointId)).failingSinceTimestamp).toBeUndefined();
  const next = await world.fire();
  await expect
    .poll(() => world.deliveries({ triggerRequestId: next, endpointId }), patience)
    .toMatchObject([{ state: 'DELIVERED' }]);
});

it('gives a delivery up that was not accepted within three days of its pauses', async () => {
  const { endpointId } = await world.anEndpoint({ url: `${dead.url}/hook` });
  for (let count = 0; count < 5; count += 1) await world.fire();
  await expect.poll(async () => (await endpoint(endpointId)).pausedUntilTimestamp, patience).toBeDefined();
  await expect.poll(() => world.deliveries({ endpointId }), patience).toHaveLength(5);
  await WebhookDelivery.query(world.db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .patch({ sendingSince: new Date(Date.now() - 3 * dayMs - 1) });

  await world.call('post', `/webhook/endpoint/${endpointId}/test`);

  await expect
    .poll(() => world.deliveries({ endpointId, state: 'FAILED', eventType: 'GET_QUOTES' }), patience)
    .toMatchObject([{ lastError: 'it was not accepted within three days', attempts: 0 }]);
});

it('attempts once what waited for more than three days while no service ran', async () => {
  const { endpointId } = await world.anEndpoint({ url: `${dead.url}/hook` });
  // Nothing sends while the queue waits for this look.
  await WebhookQueue.query(world.db)
    .findById(endpointId)
    .patch({ state: 'PAUSED', nextLookAt: new Date(Date.now() + dayMs) });
  const triggerRequestId = await world.fire();
  await expect.poll(() => world.deliveries({ endpointId }), patience).toHaveLength(1);
  await WebhookDelivery.query(world.db)
    .where({ endpoint_id: endpointId })
    .patch({ sendingSince: new Date(Date.now() - 4 * dayMs) });
  dead.answer((_request, response) => response.writeHead(204).end());

  await world.call('post', `/webhook/endpoint/${endpointId}/test`);

  await expect
    .poll(() => world.deliveries({ triggerRequestId, endpointId }), patience)
    .toMatchObject([{ state: 'DELIVERED', attempts: 1 }]);
});
