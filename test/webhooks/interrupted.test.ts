import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookQueue } from '../../db/models/webhook-queue.js';
import { webhookQueueId } from '../../workflows/contracts/webhook-queue.js';
import { aFire } from '../support/event-factory.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { runOf } from '../support/workflow-handles.js';
import { aWebhookWorld, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };

let world: WebhookWorld;
let stopWorker: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  world = await aWebhookWorld();
});
afterAll(() => world?.close());
beforeEach(() => world.startAfresh());
afterEach(async () => {
  await stopWorker();
  stopWorker = async () => undefined;
});

const isIdle = async (endpointId: string) => {
  const queue = await WebhookQueue.query(world.db).findById(endpointId);
  return queue?.state === 'IDLE';
};

it('makes the next attempt when it is asked to', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([3_600]));
  await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const triggerRequestId = await world.fire();
  await expect
    .poll(async () => (await world.deliveries({ triggerRequestId }))[0], patience)
    .toMatchObject({ state: 'PENDING', attempts: 1, nextAttemptTimestamp: expect.any(String) });
  world.receiver.answer((_request, response) => response.writeHead(204).end());

  const [{ deliveryId }] = await world.deliveries({ triggerRequestId });
  await world.call('post', `/webhook/delivery/${deliveryId}/resend`);

  expect(await world.delivered(triggerRequestId)).toMatchObject({ attempts: 2 });
  expect((await WebhookDelivery.query(world.db).findById(deliveryId))?.resends).toBe(0);
});

it('is not tried again once it is canceled, until it is sent again', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([2]));
  const { endpointId } = await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const triggerRequestId = await world.fire();
  await expect.poll(async () => (await world.deliveries({ endpointId }))[0]?.attempts, patience).toBe(1);
  const [{ deliveryId }] = await world.deliveries({ endpointId });
  const path = `/webhook/delivery/${deliveryId}`;

  const { status, body } = await world.call('post', `${path}/cancel`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'CANCELLED', lastError: 'it was canceled' });
  expect((await world.call('post', `${path}/cancel`)).status).toBe(409);
  world.receiver.answer((_request, response) => response.writeHead(204).end());
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(world.receiver.received).toHaveLength(1);

  await world.call('post', `${path}/resend`);
  expect(await world.delivered(triggerRequestId)).toMatchObject({ attempts: 2 });
});

it('goes on where its workflow was stopped by an operator', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([3_600]));
  const { endpointId } = await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const waiting = await world.fire();
  const isWaiting = async () => (await world.deliveries({ endpointId })).map(({ attempts }) => attempts);
  await expect.poll(isWaiting, patience).toEqual([1]);
  const handle = world.client.workflow.getHandle(webhookQueueId(endpointId));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();

  world.receiver.answer((_request, response) => response.writeHead(204).end());
  const [{ deliveryId }] = await world.deliveries({ endpointId });
  expect((await world.call('post', `/webhook/delivery/${deliveryId}/resend`)).status).toBe(200);
  await world.delivered(waiting);

  await expect.poll(() => isIdle(endpointId), patience).toBe(true);
  await handle.terminate();
  await world.delivered(await world.fire());
});

it('is woken by the sweep where its workflow was stopped while something waited', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([5]));
  const { endpointId } = await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const triggerRequestId = await world.fire();
  await expect.poll(async () => (await world.deliveries({ endpointId }))[0]?.attempts, patience).toBe(1);
  await expect.poll(() => isIdle(endpointId), patience).toBe(true);
  await world.client.workflow.getHandle(webhookQueueId(endpointId)).terminate();
  world.receiver.answer((_request, response) => response.writeHead(204).end());

  expect(await world.sweepWebhooks()).toBe(0);
  expect(await world.sweepWebhooks(20_000)).toBe(1);

  expect(await world.delivered(triggerRequestId)).toMatchObject({ attempts: 2 });
});

it('goes on after its worker was gone for a while', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([1]));
  await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const triggerRequestId = await world.fire();
  await expect
    .poll(async () => (await world.deliveries({ triggerRequestId }))[0], patience)
    .toMatchObject({ attempts: 1 });

  await stopWorker();
  world.receiver.answer((_request, response) => response.writeHead(204).end());
  stopWorker = await world.startWorker({}, localWebhooks());

  expect(await world.delivered(triggerRequestId)).toMatchObject({ attempts: 2 });
});

it('tells of a run that was canceled', async () => {
  await world.anEndpoint();
  const fired = world.events.fire(world.agency, aFire()).catch((error: unknown) => error);
  const accepted = () => Event.query(world.db).where('state', 'ACCEPTED');
  await expect.poll(accepted, patience).toHaveLength(1);
  const triggerRequestId = (await accepted())[0]?.triggerRequestId ?? '';
  const handle = await runOf(world, triggerRequestId);
  await expect
    .poll(
      () =>
        handle.cancel().then(
          () => 'asked',
          () => 'not there',
        ),
      patience,
    )
    .toBe('asked');

  stopWorker = await world.startWorker({}, localWebhooks());
  await world.delivered(triggerRequestId);
  await fired;

  expect(world.receiver.received[0]?.body.data).toMatchObject({ triggerRequestId, state: 'CANCELLED' });
});
