import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { webhookQueueId } from '../../workflows/contracts/webhook-queue.js';
import { aCarrierServer } from '../support/carrier-server.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { workflowBundle } from '../support/workflow-bundle.js';
import { aWebhookWorld, verified, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };

let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld({ worker: localWebhooks() });
});
afterAll(() => world?.close());
beforeEach(() => world.startAfresh());

it('tries again after failures, under the same id, until it is taken', async () => {
  const { endpointId, secret } = await world.anEndpoint();
  let left = 2;
  world.receiver.answer((_request, response) => response.writeHead(left-- > 0 ? 500 : 200).end('thanks'));

  const triggerRequestId = await world.fire();
  const delivery = await world.delivered(triggerRequestId);

  expect(delivery).toMatchObject({ attempts: 3, lastStatus: 200 });
  expect(delivery.lastError).toBeUndefined();
  expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const request of world.receiver.received) verified(request, secret);
  const workflowId = webhookQueueId(endpointId);
  const handle = world.client.workflow.getHandle(workflowId);
  const options = { workflowBundle: { codePath: await workflowBundle() } };
  await Worker.runReplayHistory(options, await handle.fetchHistory(), workflowId);
});

it('does not follow redirects, and fails after the last attempt', async () => {
  await world.anEndpoint();
  world.receiver.answer((_request, response) =>
    response.writeHead(302, { location: `${world.receiver.url}/elsewhere` }).end(),
  );

  const triggerRequestId = await world.fire();
  const delivery = await world.delivered(triggerRequestId, 'FAILED');

  expect(delivery).toMatchObject({
    attempts: localWebhooks().retrySeconds.length + 1,
    lastStatus: 302,
    lastError: 'answered 302; redirects are not followed',
  });
  expect(new Set(world.receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
});

it('switches an endpoint off that answers 410, and cancels what was still to come', async () => {
  const { endpointId } = await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(410).end());

  const delivery = await world.delivered(await world.fire(), 'FAILED');

  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 410 });
  expect((await world.call('get', `/webhook/endpoint/${endpointId}`)).body).toMatchObject({
    active: false,
    disabledReason: 'the receiver answered 410 Gone',
  });
  const silent = await world.fire();
  expect(await world.deliveries({ triggerRequestId: silent })).toEqual([]);
  const { body: on } = await world.call('put', `/webhook/endpoint/${endpointId}`, { active: true });
  expect(on).toMatchObject({ active: true });
  expect(on.disabledReason).toBeUndefined();
});

it.each([
  ['disabled', 'the endpoint was disabled'],
  ['deleted', 'the endpoint was deleted'],
])('cancels what is still to be delivered to an endpoint that is %s', async (how, reason) => {
  const { endpointId } = await world.anEndpoint();
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  world.receiver.answer((_request, response) => {
    response.writeHead(503).end();
    asked();
  });
  const triggerRequestId = await world.fire();
  await isAsked;

  if (how === 'deleted') await world.call('delete', `/webhook/endpoint/${endpointId}`);
  else await world.call('put', `/webhook/endpoint/${endpointId}`, { active: false });

  const delivery = await world.delivered(triggerRequestId, 'CANCELLED');
  expect(delivery.lastError).toBe(reason);
  const handle = world.client.workflow.getHandle(webhookQueueId(endpointId));
  await expect.poll(async () => (await handle.describe()).status.name, patience).toBe('COMPLETED');
  expect(await world.sweepWebhooks(30_000)).toBe(0);
});

it('sends again what has ended, under the same id', async () => {
  await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const triggerRequestId = await world.fire();
  const failed = await world.delivered(triggerRequestId, 'FAILED');
  world.receiver.answer((_request, response) => response.writeHead(202).end());

  const path = `/webhook/delivery/${failed.deliveryId}/resend`;
  const { body: resent } = await world.call('post', path);
  expect(resent).toMatchObject({ deliveryId: failed.deliveryId, messageId: failed.messageId });
  const delivered = await world.delivered(triggerRequestId);
  expect(delivered).toMatchObject({ attempts: failed.attempts + 1, lastStatus: 202 });

  await world.call('post', path);
  await expect
    .poll(async () => (await world.deliveries({ triggerRequestId }))[0], patience)
    .toMatchObject({ state: 'DELIVERED', attempts: failed.attempts + 2 });
  expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([failed.messageId]),
  );
  expect(await WebhookDelivery.query(world.db).where('trigger_request_id', triggerRequestId)).toHaveLength(1);
});

it('refuses to send again to an endpoint that is off or gone', async () => {
  const { endpointId } = await world.anEndpoint();
  const { deliveryId } = await world.delivered(await world.fire());
  const path = `/webhook/delivery/${deliveryId}/resend`;

  await world.call('put', `/webhook/endpoint/${endpointId}`, { active: false });
  expect((await world.call('post', path)).status).toBe(409);
  await world.call('delete', `/webhook/endpoint/${endpointId}`);
  expect((await world.call('post', path)).status).toBe(409);
  expect((await world.call('get', `/webhook/delivery/${deliveryId}`)).body).toMatchObject({
    state: 'DELIVERED',
    body: { type: 'GET_QUOTES' },
  });
});

it('keeps a slow receiver from taking up the whole worker', async () => {
  const { endpointId } = await world.anEndpoint({ eventTypes: ['POLICY_CREATED'] });
  let [open, most] = [0, 0];
  world.receiver.answer(async (_request, response) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 700));
    open -= 1;
    response.writeHead(204).end();
  });

  await Promise.all(
    Array.from({ length: 20 }, () => world.call('post', `/webhook/endpoint/${endpointId}/test`)),
  );
  await expect
    .poll(() => world.deliveries({ endpointId, state: 'DELIVERED' }), { timeout: 30_000 })
    .toHaveLength(20);

  expect(most).toBeLessThanOrEqual(8);
  expect(world.receiver.received).toHaveLength(20);
});

it('waits for a receiver that is down', async () => {
  const receiver = await aCarrierServer();
  await receiver.stop();
  await world.anEndpoint({ url: `${receiver.url}/hook` });
  const triggerRequestId = await world.fire();
  await expect
    .poll(async () => (await world.deliveries({ triggerRequestId }))[0], patience)
    .toMatchObject({ state: 'PENDING', lastError: 'it could not be reached (ECONNREFUSED)' });

  const up = await aCarrierServer(receiver.port);
  expect((await world.delivered(triggerRequestId)).attempts).toBeGreaterThan(1);
  expect(up.received).toHaveLength(1);
  await up.stop();
});
