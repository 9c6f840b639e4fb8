import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Unavailable } from '../../api/errors/app-error.js';
import { WebhookQueues } from '../../api/runs/webhook-queues.js';
import { WebhookDeliveries } from '../../api/webhooks/delivery-service.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { WebhookSecret } from '../../db/models/webhook-secret.js';
import { openTestDelivery } from '../../db/webhooks/open-delivery.js';
import { aWebhookWorld, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };
const url = 'https://hooks.example.com/ioi';

let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld();
});
afterAll(() => world?.close());

it('shows the secret when an endpoint is made, and never again', async () => {
  const { body: made, status } = await world.call('post', '/webhook/endpoint', {
    url,
    description: 'Policy feed',
    eventTypes: ['POLICY_CREATED'],
  });
  expect(status).toBe(200);
  expect(made).toMatchObject({
    url,
    description: 'Policy feed',
    eventTypes: ['POLICY_CREATED'],
    active: true,
  });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

  const { secret, ...shown } = made;
  expect((await world.call('get', `/webhook/endpoint/${made.endpointId}`)).body).toEqual(shown);
  expect((await world.call('get', '/webhook/endpoint')).body).toContainEqual(shown);
  const changed = await world.call('put', `/webhook/endpoint/${made.endpointId}`, { description: 'Feed' });
  expect(changed.body).toMatchObject({ ...shown, description: 'Feed', updatedTimestamp: expect.any(String) });
  expect(JSON.stringify(changed.body)).not.toContain(secret);
});

it.each([
  ['http://hooks.example.com', 'must be an https URL'],
  ['https://localhost/hook', 'must have a host on the public internet'],
  ['https://169.254.169.254/latest', 'must have a host on the public internet'],
  ['https://[::1]/', 'must have a host on the public internet'],
  ['https://a:b@hooks.example.com', 'must have no user and no password'],
  ['nowhere', 'must be an https URL'],
])('refuses to register %s, and to change to it', async (bad, detail) => {
  const { endpointId } = await world.anEndpoint({ url });
  const answers = [
    await world.call('post', '/webhook/endpoint', { url: bad }),
    await world.call('put', `/webhook/endpoint/${endpointId}`, { url: bad }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'url', detail, pointer: '/url' }]);
  }
  await world.call('delete', `/webhook/endpoint/${endpointId}`);
});

it('names a type that there is not', async () => {
  const { status, body } = await world.call('post', '/webhook/endpoint', { url, eventTypes: ['NOTHING'] });
  expect(status).toBe(400);
  expect(body.errors[0].field).toBe('eventTypes.0');
});

it('keeps to 20 endpoints an organization, also where many are made at once', async () => {
  for (const { endpointId } of (await world.call('get', '/webhook/endpoint')).body) {
    await world.call('delete', `/webhook/endpoint/${endpointId}`);
  }
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => world.call('post', '/webhook/endpoint', { url })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  const { body: endpoints } = await world.call('get', '/webhook/endpoint');
  expect(endpoints).toHaveLength(20);
  for (const { endpointId } of endpoints) await world.call('delete', `/webhook/endpoint/${endpointId}`);
  await world.anEndpoint({ url });
});

it('is 404 for another organization, whatever it asks', async () => {
  const { endpointId } = await world.anEndpoint({ url });
  const endpoint = await WebhookEndpoint.query(world.db).findById(endpointId).throwIfNotFound();
  const { id: deliveryId } = await openTestDelivery(world.db, endpoint, new Date());
  const requests: Parameters<WebhookWorld['call']>[] = [
    ['get', `/webhook/endpoint/${endpointId}`],
    ['put', `/webhook/endpoint/${endpointId}`, { active: false }],
    ['delete', `/webhook/endpoint/${endpointId}`],
    ['post', `/webhook/endpoint/${endpointId}/rotate-secret`],
    ['post', `/webhook/endpoint/${endpointId}/test`],
    ['get', `/webhook/delivery/${deliveryId}`],
    ['post', `/webhook/delivery/${deliveryId}/resend`],
    ['post', `/webhook/delivery/${deliveryId}/cancel`],
  ];
  for (const [method, path, body] of requests) {
    expect([path, (await world.call(method, path, body, 'stranger')).status]).toEqual([path, 404]);
  }
  expect((await world.call('get', '/webhook/endpoint', undefined, 'stranger')).body).toEqual([]);
  const list = await world.call('get', `/webhook/delivery?endpointId=${endpointId}`, undefined, 'stranger');
  expect(list.body).toMatchObject({ content: [], totalElements: 0, empty: true });
  expect((await world.call('get', `/webhook/endpoint/${endpointId}`)).body.active).toBe(true);
});

it('lets a reader read, and change nothing', async () => {
  const { endpointId } = await world.anEndpoint({ url });
  expect((await world.call('get', '/webhook/endpoint', undefined, 'reader')).status).toBe(200);
  for (const [method, path] of [
    ['post', '/webhook/endpoint'],
    ['put', `/webhook/endpoint/${endpointId}`],
    ['delete', `/webhook/endpoint/${endpointId}`],
    ['post', `/webhook/endpoint/${endpointId}/rotate-secret`],
    ['post', `/webhook/endpoint/${endpointId}/test`],
  ] as const) {
    expect((await world.call(method, path, undefined, 'reader')).status).toBe(403);
  }
});

it('forgets the secrets of an endpoint that is deleted', async () => {
  const { endpointId } = await world.anEndpoint({ url });
  expect((await world.call('delete', `/webhook/endpoint/${endpointId}`)).status).toBe(204);
  expect((await world.call('delete', `/webhook/endpoint/${endpointId}`)).status).toBe(404);
  expect(await WebhookSecret.query(world.db).where('endpoint_id', endpointId)).toEqual([]);
});

it('keeps at most five secrets good at one time, and loses none to one too many', async () => {
  const { endpointId } = await world.anEndpoint({ url });
  const rotate = (body?: object) => world.call('post', `/webhook/endpoint/${endpointId}/rotate-secret`, body);
  for (let count = 2; count <= 5; count += 1) expect((await rotate()).status).toBe(200);
  expect((await rotate({ previousValidHours: 1 })).status).toBe(409);
  const until = await WebhookSecret.query(world.db)
    .where('endpoint_id', endpointId)
    .whereNotNull('valid_until');
  expect(until).toHaveLength(4);
  for (const { validUntil } of until) {
    expect(Number(validUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  }
  expect((await rotate({ previousValidHours: 0 })).status).toBe(200);
  expect(await WebhookSecret.query(world.db).where('endpoint_id', endpointId)).toHaveLength(1);
  expect((await rotate({ previousValidHours: 169 })).status).toBe(400);
});

it('says so where Temporal is away: a test is over then, and what was to be sent again stays so', async () => {
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const queues = new WebhookQueues({ client: new Client({ connection }), taskQueue: world.taskQueue });
  const deliveries = new WebhookDeliveries({ db: world.db, queues, now: () => new Date() });
  const { endpointId } = await world.anEndpoint({ url });

  await expect(deliveries.test(world.agency, endpointId)).rejects.toBeInstanceOf(Unavailable);

  const [test] = await world.deliveries({ endpointId });
  expect(test).toMatchObject({ state: 'CANCELLED', lastError: 'it could not be started', attempts: 0 });
  await expect(deliveries.resend(world.agency, test.deliveryId)).rejects.toBeInstanceOf(Unavailable);
  expect((await world.deliveries({ endpointId }))[0]).toMatchObject({ state: 'PENDING' });
  await connection.close();
});

it('lists deliveries in pages, by whatever is asked for', async () => {
  const { endpointId } = await world.anEndpoint({ url });
  const endpoint = await WebhookEndpoint.query(world.db).findById(endpointId).throwIfNotFound();
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  for (let minute = 0; minute < 5; minute += 1) await openTestDelivery(world.db, endpoint, at(minute));
  await WebhookDelivery.query(world.db)
    .where({ endpoint_id: endpointId, created_at: at(3) })
    .patch({ state: 'FAILED', endedAt: at(3) });
  const list = async (query: string) =>
    (await world.call('get', `/webhook/delivery?endpointId=${endpointId}&${query}`)).body;

  const second = await list('page=1&size=2');
  expect(second).toMatchObject({
    ...{ number: 1, size: 2, totalElements: 5, totalPages: 3, first: false, last: false },
    ...{ numberOfElements: 2, empty: false },
  });
  expect(second.content.map((one: { createdTimestamp: string }) => one.createdTimestamp)).toEqual([
    at(2).toISOString(),
    at(1).toISOString(),
  ]);
  expect((await list('state=FAILED')).content).toMatchObject([
    { state: 'FAILED', eventType: 'WEBHOOK_TEST' },
  ]);
  expect((await list('eventType=GET_QUOTES')).totalElements).toBe(0);
  expect((await list(`triggerRequestId=${randomUUID()}`)).totalElements).toBe(0);
  const [from, to] = [at(1).toISOString(), at(3).toISOString()];
  expect((await list(`createdFrom=${from}&createdTo=${to}`)).totalElements).toBe(2);
  for (const bad of ['state=LOST', 'size=0', 'page=-1', 'createdFrom=today', 'size=1001']) {
    expect([bad, (await list(bad)).status]).toEqual([bad, 400]);
  }
});

it('counts at once for the next event', async () => {
  const ids = () => world.catalog.webhooksFor(world.agency.organizationId, 'GET_QUOTES');
  for (let round = 0; round < 20; round += 1) {
    await ids();
    const { endpointId } = await world.anEndpoint({ url });
    expect(await ids()).toContain(endpointId);
    await world.call('put', `/webhook/endpoint/${endpointId}`, { active: false });
    expect(await ids()).not.toContain(endpointId);
    await world.call('delete', `/webhook/endpoint/${endpointId}`);
  }
});

it('costs an event nothing in the database where nobody is to be told, and hears of every change', async () => {
  const { organizationId } = world.carrier;
  const idsOf = (type: string) => world.catalog.webhooksFor(organizationId, type);
  expect(await idsOf('POLICY_CREATED')).toEqual([]);
  const queries: string[] = [];
  const listen = ({ sql }: { sql: string }) => queries.push(sql);
  world.db.on('query', listen);
  expect(await idsOf('POLICY_CREATED')).toEqual([]);
  world.db.off('query', listen);
  expect(queries).toEqual([]);

  const id = randomUUID();
  await world.db('webhook_endpoints').insert({ id, organization_id: organizationId, url });
  await expect.poll(() => idsOf('POLICY_CREATED'), patience).toEqual([id]);
  await world
    .db('webhook_endpoints')
    .where({ id })
    .update({ event_types: ['GET_QUOTES'] });
  await expect.poll(() => idsOf('POLICY_CREATED'), patience).toEqual([]);
  expect(await idsOf('GET_QUOTES')).toEqual([id]);
  await world.db('webhook_endpoints').where({ id }).update({ active: false });
  await expect.poll(() => idsOf('GET_QUOTES'), patience).toEqual([]);
});
