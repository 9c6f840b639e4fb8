import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { openDeliveries } from '../../db/webhooks/open-delivery.js';
import { webhookQueueId, webhookQueueType } from '../../workflows/contracts/webhook-queue.js';
import { json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld, verified, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };

let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld({ worker: localWebhooks() });
});
afterAll(() => world?.close());
beforeEach(() => world.startAfresh());

it('tells an endpoint of the end of an event, signed, with ids only', async () => {
  const { endpointId, secret } = await world.anEndpoint();

  const triggerRequestId = await world.fire();
  const delivery = await world.delivered(triggerRequestId);

  expect(world.receiver.received).toHaveLength(1);
  const [request] = world.receiver.received;
  const event = await Event.query(world.db).findById(triggerRequestId).throwIfNotFound();
  expect(verified(request!, secret)).toEqual({
    type: 'GET_QUOTES',
    timestamp: event.closedAt?.toISOString(),
    data: {
      triggerRequestId,
      state: 'COMPLETED',
      firedBy: event.firedBy?.kind,
      productId: world.definition.product.id,
      clientId: event.clientId,
      quoteIds: [expect.any(String), expect.any(String)],
      links: {
        event: `/ioi/v3/event/${triggerRequestId}`,
        quotes: `/ioi/v3/quotes/trigger/${triggerRequestId}`,
        client: `/ioi/v3/client/${event.clientId}/product/${world.definition.product.id}`,
      },
    },
  });
  expect(request).toMatchObject({ path: '/hook', headers: { 'webhook-id': delivery.messageId } });
  expect(delivery).toMatchObject({
    ...{ endpointId, triggerRequestId, eventType: 'GET_QUOTES', state: 'DELIVERED' },
    ...{ attempts: 1, lastStatus: 204 },
  });
  expect(delivery.nextAttemptTimestamp).toBeUndefined();
  expect(JSON.stringify(delivery)).not.toContain(secret);
});

it('opens one delivery for an event and endpoint, however often it is fired', async () => {
  const one = await world.anEndpoint();
  const other = await world.anEndpoint({ url: `${world.receiver.url}/other` });
  const triggerRequestId = await world.fire();
  await expect
    .poll(() => world.deliveries({ triggerRequestId, state: 'DELIVERED' }), patience)
    .toHaveLength(2);

  const envelope = (await Event.query(world.db).findById(triggerRequestId))?.envelope;
  await world.call('post', '/event/fire', envelope);
  await world.fire();

  const rows = await WebhookDelivery.query(world.db).where('trigger_request_id', triggerRequestId);
  expect(rows.map((row) => row.endpointId).sort()).toEqual([one.endpointId, other.endpointId].sort());
  expect(new Set(rows.map((row) => row.messageId)).size).toBe(2);
});

it('tells of the end of a repeat by a delivery of its own', async () => {
  const { endpointId } = await world.anEndpoint();
  const triggerRequestId = await world.fire();
  await world.delivered(triggerRequestId);

  const ending = { triggerRequestId, endpointIds: [endpointId], runRetry: 1 };
  await openDeliveries(world, ending, new Date());
  await openDeliveries(world, ending, new Date());

  const all = await WebhookDelivery.query(world.db).where('trigger_request_id', triggerRequestId);
  expect(all.map(({ body }) => body.data)).toEqual([
    expect.not.objectContaining({ retry: expect.anything() }),
    expect.objectContaining({ triggerRequestId, retry: 1 }),
  ]);
});

it('tells of the types that an endpoint names, of those that the service fires itself, too', async () => {
  await world.anEndpoint({ eventTypes: ['UNDERWRITING_REFERRED', 'UNDERWRITING_REFERRED'] });
  await world.anEndpoint({ active: false });
  const quiet = await world.fire();
  const { triggerRequestId: referring } = await world.events.fire(
    world.agency,
    aFire({
      eventTargets: [shopIds.standard],
      payload: { intake: intakeOf({ 'client.name': 'Big Shop', 'shop.revenue': '2000000' }) },
    }),
  );

  await expect
    .poll(() => world.deliveries({ eventType: 'UNDERWRITING_REFERRED', state: 'DELIVERED' }), patience)
    .toHaveLength(1);

  expect(await world.deliveries({ triggerRequestId: quiet })).toEqual([]);
  const body = world.receiver.received[0]?.body;
  expect(body.type).toBe('UNDERWRITING_REFERRED');
  expect(body.data.triggerRequestId).not.toBe(referring);
});

it('asks for the status only: what else is answered does not matter', async () => {
  await world.anEndpoint();
  world.receiver.answer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(Buffer.alloc(3 * 1024 * 1024, 32));
  });

  expect(await world.delivered(await world.fire())).toMatchObject({ attempts: 1, lastStatus: 200 });
});

it('signs with the secret before, too, while it is good, and with the new one alone afterwards', async () => {
  const { endpointId, secret: first } = await world.anEndpoint();
  const rotate = async (body?: object) =>
    (await world.call('post', `/webhook/endpoint/${endpointId}/rotate-secret`, body)).body;

  const { secret: second, previousValidUntilTimestamp } = await rotate();
  await world.delivered(await world.fire());

  expect(Date.parse(previousValidUntilTimestamp) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const [both] = world.receiver.received;
  expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  verified(both!, first);
  verified(both!, second);

  const { secret: third } = await rotate({ previousValidHours: 0 });
  await world.delivered(await world.fire());
  const last = world.receiver.received.at(-1);
  verified(last!, third);
  expect(() => verified(last!, first)).toThrow();
  expect(() => verified(last!, second)).toThrow();
});

it('sends a test once', async () => {
  const { endpointId, secret } = await world.anEndpoint({ eventTypes: ['POLICY_CREATED'] });
  const test = async () => (await world.call('post', `/webhook/endpoint/${endpointId}/test`)).body.deliveryId;
  const stateOf = async (deliveryId: string) =>
    (await world.call('get', `/webhook/delivery/${deliveryId}`)).body;

  const good = await test();
  await expect
    .poll(() => stateOf(good), patience)
    .toMatchObject({ state: 'DELIVERED', eventType: 'WEBHOOK_TEST' });
  expect(verified(world.receiver.received[0]!, secret)).toMatchObject({
    type: 'WEBHOOK_TEST',
    data: { endpointId },
  });

  world.receiver.answer(json(401, {}));
  const bad = await test();
  await expect
    .poll(() => stateOf(bad), patience)
    .toMatchObject({ state: 'FAILED', attempts: 1, lastStatus: 401 });

  await world.call('put', `/webhook/endpoint/${endpointId}`, { active: false });
  expect((await world.call('post', `/webhook/endpoint/${endpointId}/test`)).status).toBe(409);
});

it('shows in the Temporal UI what it is about', async () => {
  const { endpointId } = await world.anEndpoint();
  const triggerRequestId = await world.fire();
  await world.delivered(triggerRequestId);

  const description = await world.client.workflow.getHandle(webhookQueueId(endpointId)).describe();
  expect(description.type).toBe(webhookQueueType);
  expect(description.status.name).toBe('RUNNING');
  expect(description.searchAttributes).toMatchObject({ IoiOrganizationId: [world.agency.organizationId] });
  expect(await description.staticSummary()).toBe('Webhooks of one endpoint');
});

it.each([
  ['http://localhost:PORT/hook', 'its URL must be an https URL'],
  ['https://localhost:PORT/hook', 'its URL must have a host on the public internet'],
  ['https://169.254.169.254/latest', 'its URL must have a host on the public internet'],
])('sends nothing to %s, which was registered before it was forbidden', async (url, lastError) => {
  const { endpointId } = await world.anEndpoint();
  const { port } = world.receiver;
  await WebhookEndpoint.query(world.db)
    .findById(endpointId)
    .patch({ url: url.replace('PORT', String(port)) });

  const { body } = await world.call('post', `/webhook/endpoint/${endpointId}/test`);

  await expect
    .poll(async () => (await world.call('get', `/webhook/delivery/${body.deliveryId}`)).body, patience)
    .toMatchObject({ state: 'FAILED', lastError });
  expect(world.receiver.received).toEqual([]);
});
