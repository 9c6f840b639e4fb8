import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { aFire } from '../support/event-factory.js';
import { localWebhooks } from '../support/webhook-settings.js';
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

it('goes on where its workflow was stopped by an operator', async () => {
  stopWorker = await world.startWorker({}, localWebhooks([3_600]));
  const { endpointId } = await world.anEndpoint();
  world.receiver.answer((_request, response) => response.writeHead(500).end());
  const [cancelled, terminated] = [await world.fire(), await world.fire()];
  const isWaiting = async () => (await world.deliveries({ endpointId })).map(({ attempts }) => attempts);
  await expect.poll(isWaiting, patience).toEqual([1, 1]);
  const handleOf = (id: string) => world.client.workflow.getHandle(`webhook-${id}-${endpointId}`);

  await handleOf(cancelled).cancel();
  await handleOf(terminated).terminate();
  const closed = await world.delivered(cancelled, 'CANCELLED');
  expect(closed.lastError).toBe('it was stopped by an operator');

  world.receiver.answer((_request, response) => response.writeHead(204).end());
  for (const { deliveryId } of await world.deliveries({ endpointId })) {
    expect((await world.call('post', `/webhook/delivery/${deliveryId}/resend`)).status).toBe(200);
  }
  await world.delivered(cancelled);
  await world.delivered(terminated);
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

it('tells of a run that was cancelled', async () => {
  await world.anEndpoint();
  const fired = world.events.fire(world.agency, aFire()).catch((error: unknown) => error);
  const accepted = () => Event.query(world.db).where('state', 'ACCEPTED');
  await expect.poll(accepted, patience).toHaveLength(1);
  const triggerRequestId = (await accepted())[0]?.triggerRequestId ?? '';
  const handle = world.client.workflow.getHandle(`event-${triggerRequestId}`);
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
