import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { webhookDeliveryType } from '../../workflows/contracts/webhook-delivery.js';
import { aCarrierServer, json, type ReceivedRequest } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld, type Body, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };

let world: WebhookWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await aWebhookWorld();
  stopWorker = await world.startWorker({}, localWebhooks());
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});
beforeEach(() => {
  world.receiver.received.length = 0;
  world.receiver.answer((_request, response) => response.writeHead(204).end());
});
afterEach(async () => {
  for (const { endpointId } of (await world.call('get', '/webhook/endpoint')).body) {
    await world.call('delete', `/webhook/endpoint/${endpointId}`);
  }
});

const verified = ({ text, headers }: ReceivedRequest, secret: string): Body =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

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
      productId: world.definition.product.id,
      clientId: event.clientId,
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

it('tries again after failures, under the same id, until it is taken', async () => {
  const { secret } = await world.anEndpoint();
  let left = 2;
  world.receiver.answer((_request, response) => response.writeHead(left-- > 0 ? 500 : 200).end('thanks'));

  const triggerRequestId = await world.fire();
  const delivery = await world.delivered(triggerRequestId);

  expect(delivery).toMatchObject({ attempts: 3, lastStatus: 200 });
  expect(delivery.lastError).toBeUndefined();
  expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const request of world.receiver.received) verified(request, secret);
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

it('asks for the status only: what else is answered does not matter', async () => {
  await world.anEndpoint();
  world.receiver.answer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(Buffer.alloc(3 * 1024 * 1024, 32));
  });

  expect(await world.delivered(await world.fire())).toMatchObject({ attempts: 1, lastStatus: 200 });
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
  ['switched off', 'the endpoint was switched off'],
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
  const run = await world.client.workflow.getHandle(`webhook-${triggerRequestId}-${endpointId}`).result();
  expect(run).toMatchObject({ state: 'OVER' });
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

it('shows in the Temporal UI what it is about', async () => {
  const { endpointId } = await world.anEndpoint();
  const triggerRequestId = await world.fire();
  await world.delivered(triggerRequestId);

  const handle = world.client.workflow.getHandle(`webhook-${triggerRequestId}-${endpointId}`);
  await handle.result();
  const description = await handle.describe();
  expect(description.type).toBe(webhookDeliveryType);
  expect(description.searchAttributes).toMatchObject({
    IoiOrganizationId: [world.agency.organizationId],
    IoiEventType: ['GET_QUOTES'],
    IoiProduct: ['shop'],
  });
  expect(await description.staticSummary()).toBe('Webhook · GET_QUOTES');
});

it.each([
  ['http://localhost:PORT/hook', 'its URL must be an https URL'],
  ['https://localhost:PORT/hook', 'its URL must have a host of the public internet'],
  ['https://169.254.169.254/latest', 'its URL must have a host of the public internet'],
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
