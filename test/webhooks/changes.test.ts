import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ClientService } from '../../api/clients/service.js';
import { Holds } from '../../api/holds/service.js';
import type { ServiceClient } from '../../cli/products/service-client.js';
import { listen } from '../../cli/webhooks/listen.js';
import { keptChanges } from '../../db/changes/read-changes.js';
import { WebhookCursor } from '../../db/models/webhook-cursor.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { boundWaiting } from '../../db/webhooks/polled-endpoints.js';
import { type ReplayPlace, replay } from '../../db/webhooks/replay.js';
import { json } from '../support/carrier-server.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { aWebhookWorld, type Body, verified, type WebhookWorld } from './webhook-world.js';

const patience = { timeout: 20_000 };
let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld({ worker: localWebhooks() });
});
afterAll(() => world?.close());
beforeEach(() => world.startAfresh());

/** `PUT /client`, which is no event. */
async function aClient(clientName = 'Corner Shop'): Promise<string> {
  const { db, catalog, agency } = world;
  const clients = new ClientService({ db, catalog, environment: 'DEV' });
  const { profile } = await clients.save(agency, { clientName, clientType: 'COMMERCIAL' } as never);
  return profile.clientId;
}

const types = () => world.receiver.received.map(({ body }) => body.type);

/** The types of the notifications of an endpoint, once all were sent. */
async function told(endpointId: string): Promise<string[]> {
  await world.tellChanges();
  await expect.poll(() => world.deliveries({ endpointId, state: 'PENDING' }), patience).toEqual([]);
  const all: Body[] = await world.deliveries({ endpointId });
  return all.map(({ eventType }) => eventType).toReversed();
}

it('tells the organization of a hold that it is declared and ended', async () => {
  const { db, catalog, agency } = world;
  const { endpointId } = await world.anEndpoint({ eventTypes: ['HOLD_DECLARED', 'HOLD_ENDED'] });
  const holds = new Holds({ db, catalog, now: () => new Date() });
  const { id } = await holds.declare(agency, {
    ...{ title: 'Ada', firstDay: '2039-09-10', lastDay: null, coverages: [] },
    place: { states: ['FL'], zips: [], counties: [] },
    stops: { binding: 'FREEZE' },
  });
  await holds.end(agency, id);
  // They have one time.
  expect((await told(endpointId)).toSorted()).toEqual(['HOLD_DECLARED', 'HOLD_ENDED']);
  const [declared] = world.receiver.received.filter(({ body }) => body.type === 'HOLD_DECLARED');
  expect(declared?.body).toMatchObject({
    type: 'HOLD_DECLARED',
    data: {
      ...{ kinds: ['HOLD'], holdId: id, links: { hold: `/ioi/v3/hold/${id}` } },
      hold: { title: 'Ada', stops: { binding: 'FREEZE' } },
    },
  });
});

it('tells of what no event says, and what an event says once', async () => {
  const { endpointId, secret } = await world.anEndpoint();
  const only = await world.anEndpoint({
    url: `${world.receiver.url}/clients`,
    eventTypes: ['CLIENT_CHANGED'],
  });
  const clientId = await aClient();
  expect(await told(endpointId)).toEqual(['CLIENT_CHANGED']);
  const [request] = world.receiver.received.filter(({ path }) => path === '/hook');
  const { last } = await keptChanges(world.db);
  expect(verified(request!, secret)).toEqual({
    type: 'CLIENT_CHANGED',
    timestamp: expect.any(String),
    data: {
      ...{ cursor: last, kinds: ['CLIENT'], firedBy: 'API_KEY', clientId },
      links: {
        changes: `/ioi/v3/changes?since=${Number(last) - 1}`,
        client: `/ioi/v3/client/${clientId}/product/${world.definition.product.id}`,
      },
    },
  });

  const triggerRequestId = await world.fire();
  await world.delivered(triggerRequestId);
  expect(await told(endpointId)).toEqual(['CLIENT_CHANGED', 'GET_QUOTES']);
  // Who is not told of the event is told of what it changed.
  expect(await told(only.endpointId)).toEqual(['CLIENT_CHANGED', 'CLIENT_CHANGED']);
  expect(world.receiver.received.at(-1)?.body.data).toMatchObject({
    triggerRequestId,
    links: { event: `/ioi/v3/event/${triggerRequestId}` },
  });
});

it('tells an endpoint that is enabled again, or asks for more, of nothing that was before', async () => {
  const { endpointId } = await world.anEndpoint({ eventTypes: ['POLICY_CREATED'] });
  const change = (body: object) => world.call('put', `/webhook/endpoint/${endpointId}`, body);
  await aClient();
  await world.tellChanges();
  await change({ eventTypes: [] });
  expect(await told(endpointId)).toEqual([]);
  await change({ active: false });
  await aClient();
  await world.tellChanges();
  await change({ active: true });
  await aClient();
  expect(await told(endpointId)).toEqual(['CLIENT_CHANGED']);
});

it('replays what was before an endpoint, in order, and again where it is asked again', async () => {
  const from = new Date(Date.now() - 1_000).toISOString();
  const { last: since } = await keptChanges(world.db);
  await aClient('Before');
  const first = await world.fire();
  await world.fire();
  await expect.poll(() => world.db('events').whereNull('closed_at').select('type'), patience).toEqual([]);
  await world.db.raw('select number_changes(5000)');
  const { endpointId } = await world.anEndpoint();
  const replayed = (body: object, by?: 'stranger' | 'reader') =>
    world.call('post', `/webhook/endpoint/${endpointId}/replay`, body, by);

  const { body: answer } = await replayed({ since });
  expect(answer).toEqual({ queued: 3, isLast: true });
  const all = ['CLIENT_CHANGED', 'GET_QUOTES', 'GET_QUOTES'];
  expect((await told(endpointId)).toSorted()).toEqual(all);
  expect(types()).toEqual(all);
  const [client, event] = world.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect((await world.deliveries({ triggerRequestId: first }))[0]).toMatchObject({ messageId: event });

  // Others changed something since that time, too.
  const again = await replayed({ from });
  expect(again.body.isLast).toBe(true);
  expect(again.body.queued).toBeGreaterThanOrEqual(3);
  await told(endpointId);
  const sentAgain = world.receiver.received.slice(3).map(({ headers }) => headers['webhook-id']);
  expect(sentAgain).toEqual(expect.arrayContaining([client, event]));

  expect((await replayed({})).body.errors).toMatchObject([{ field: 'from' }]);
  expect((await replayed({ from, since })).status).toBe(400);
  expect((await replayed({ from, cursor: 'x' })).status).toBe(400);
  expect((await replayed({ cursor: 'x' })).body.errors).toMatchObject([{ field: 'cursor' }]);
  expect((await replayed({ since: '99999999' })).body.errors).toMatchObject([{ field: 'since' }]);
  expect((await replayed({ from }, 'stranger')).status).toBe(404);
  expect((await replayed({ from }, 'reader')).status).toBe(403);
  await world.call('put', `/webhook/endpoint/${endpointId}`, { active: false });
  expect((await replayed({ from })).status).toBe(409);
});

it('replays all of what has the same time, however little at a time', async () => {
  const { db } = world;
  const { last: after } = await keptChanges(db);
  const at = new Date();
  for (const name of ['One', 'Two', 'Three']) await aClient(name);
  const fired = [await world.fire(), await world.fire(), await world.fire()];
  await expect.poll(() => db('events').whereNull('closed_at').select('type'), patience).toEqual([]);
  await db.raw('select number_changes(5000)');
  await db('events').whereIn('trigger_request_id', fired).update({ created_at: at });
  await db('changes').where('number', '>', after).update({ recorded_at: at });
  const { body: made } = await world.call('post', '/webhook/endpoint', { isPolled: true });
  const endpoint = await WebhookEndpoint.query(db).findById(made.endpointId).throwIfNotFound();
  const begunAt = new Date().toISOString();
  let next: ReplayPlace | null = { from: at.toISOString(), begunAt, event: null, after };
  for (let pages = 0; next !== null; pages += 1) {
    expect(pages).toBeLessThan(50);
    ({ next } = await replay(world, endpoint, next, { now: new Date(), most: 1 }));
  }
  const queued: Body[] = await world.deliveries({ endpointId: made.endpointId });
  const told = queued.map(({ eventType }) => eventType).toSorted();
  expect(told).toEqual([...Array(3).fill('CLIENT_CHANGED'), ...Array(3).fill('GET_QUOTES')]);
});

it('disables an endpoint that is polled too seldom, and ends what waits for days', async () => {
  const { body: made } = await world.call('post', '/webhook/endpoint', { isPolled: true });
  const { endpointId } = made;
  for (const name of ['One', 'Two', 'Three']) await aClient(name);
  await world.tellChanges();
  const waiting = () => WebhookDelivery.query(world.db).where({ endpoint_id: endpointId, state: 'PENDING' });
  const [oldest] = await waiting();
  const longAgo = new Date(Date.now() - 73 * 3_600_000);
  await WebhookDelivery.query(world.db).findById(oldest!.id).patch({ sendingSince: longAgo });
  await boundWaiting(world.db, { now: new Date(), most: 2 });
  expect(await waiting()).toHaveLength(2);
  expect(await world.deliveries({ endpointId, state: 'FAILED' })).toHaveLength(1);
  await boundWaiting(world.db, { now: new Date(), most: 1 });
  expect(await waiting()).toEqual([]);
  expect((await world.call('get', `/webhook/endpoint/${endpointId}`)).body).toMatchObject({
    active: false,
    disabledReason: 'more than 1 notifications waited to be polled',
  });
  expect((await world.call('post', `/webhook/endpoint/${endpointId}/poll`)).status).toBe(409);
});

it('gives the notifications of an endpoint that is polled, signed, until they are accepted', async () => {
  const made = await world.call('post', '/webhook/endpoint', { isPolled: true });
  const { endpointId, secret } = made.body;
  expect(made.body).toMatchObject({ isPolled: true });
  expect(made.body.url).toBeUndefined();
  const poll = async (body?: object) =>
    (await world.call('post', `/webhook/endpoint/${endpointId}/poll`, body)).body.notifications;
  await aClient();
  await world.tellChanges();
  const [one, ...others] = await poll();
  expect(others).toEqual([]);
  const request = { text: one.body, headers: one.headers } as never;
  expect(verified(request, secret)).toMatchObject({ type: 'CLIENT_CHANGED' });
  expect(await poll()).toHaveLength(1);
  expect(await poll({ accepted: [one.deliveryId] })).toEqual([]);
  expect(await world.deliveries({ endpointId, state: 'DELIVERED' })).toHaveLength(1);
  expect(world.receiver.received).toEqual([]);

  const url = `${world.receiver.url}/hook`;
  const change = await world.call('put', `/webhook/endpoint/${endpointId}`, { url });
  expect(change.body.errors).toMatchObject([{ field: 'url' }]);
  expect((await world.call('post', '/webhook/endpoint', {})).body.errors).toMatchObject([{ field: 'url' }]);
  expect((await world.call('post', '/webhook/endpoint', { url, isPolled: true })).status).toBe(400);
  const sent = await world.anEndpoint();
  expect((await world.call('post', `/webhook/endpoint/${sent.endpointId}/poll`)).status).toBe(409);

  // Nobody polls it for a day.
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await WebhookEndpoint.query(world.db).findById(endpointId).patch({ createdAt: longAgo });
  await WebhookCursor.query(world.db).findById(endpointId).patch({ polledAt: longAgo });
  await world.sweepWebhooks();
  expect((await world.call('get', `/webhook/endpoint/${endpointId}`)).status).toBe(404);
  expect((await world.call('get', `/webhook/endpoint/${sent.endpointId}`)).status).toBe(200);
});

it('forwards to a program on this machine, as `webhooks listen` does', async () => {
  const service = {
    request: async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await world.call(method.toLowerCase() as 'post', path, body)).body,
  } as unknown as ServiceClient;
  const stopping = new AbortController();
  const lines: string[] = [];
  let isFailing = true;
  world.receiver.answer((request, response) => {
    const status = isFailing ? 500 : 204;
    isFailing = false;
    return json(status, {})(request, response);
  });
  const listening = listen(service, {
    ...{ to: `${world.receiver.url}/local`, eventTypes: ['GET_QUOTES'], signal: stopping.signal },
    told: (line) => void lines.push(line),
  });
  await expect.poll(() => lines.length, patience).toBe(2);
  const secret = /whsec_\S+/.exec(lines[1]!)![0];
  const triggerRequestId = await world.fire();
  await expect.poll(() => lines.length, patience).toBe(4);
  expect(lines.slice(2).map((line) => line.replace(/^\S+ +/, ''))).toEqual([
    'GET_QUOTES  answered 500',
    'GET_QUOTES  accepted',
  ]);
  expect(verified(world.receiver.received[1]!, secret).data).toMatchObject({ triggerRequestId });
  await expect.poll(() => WebhookDelivery.query(world.db).where({ state: 'PENDING' }), patience).toEqual([]);
  stopping.abort();
  await listening;
  expect((await world.call('get', '/webhook/endpoint')).body).toEqual([]);
});
