import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NotFound } from '../../api/errors/app-error.js';
import type { EventRunObject } from '../../api/events/schemas.js';
import { QuoteService } from '../../api/quotes/service.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { createEndpoint } from '../../db/webhooks/endpoints.js';
import { eventKeyOf, eventKeysIn } from '../../domain/events/event-key.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { productDefinition } from '../../domain/product/definition.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { servedApi } from '../support/served-api.js';
import { anyDate, shopIds } from '../support/shop-product.js';

/** The first to use each id is the agency; the insurer uses it, too. */
type Side = 'agency' | 'carrier';

let world: EventWorld;
let carrierServer: CarrierServer;
let api: { url: string; stop: () => Promise<void> };
let stopWorker: () => Promise<void>;
let keys: Record<Side | 'restricted', string>;

beforeAll(async () => {
  const policy = policySettings.parse({ binding: anyDate });
  world = await anEventWorld(productDefinition.parse({ ...marketProduct(), policy }));
  carrierServer = await aCarrierServer();
  carrierServer.answer(json(202, {}));
  stopWorker = await world.startWorker({ carrier: { url: carrierServer.url, private: true } });
  const { db, catalog, agency, carrier } = world;
  for (const { organizationId } of [agency, carrier]) {
    const url = 'https://hooks.example/ioi';
    await createEndpoint(db, { organizationId, url, description: '', eventTypes: [], active: true });
    await vi.waitFor(async () =>
      expect(await catalog.webhooksFor(organizationId, 'GET_QUOTES')).toHaveLength(1),
    );
  }
  const aKey = async (organizationId: string, onlyProducts: string[] | null = null) => {
    const given = { organizationId, permissions: ['*'], ...(onlyProducts && { productIds: onlyProducts }) };
    const { apiKey, secret } = await createApiKey(db, given);
    return basicOf(apiKey.key, secret);
  };
  keys = {
    agency: await aKey(agency.organizationId),
    carrier: await aKey(carrier.organizationId),
    restricted: await aKey(carrier.organizationId, [shopIds.line]),
  };
  api = await servedApi(world);
});

afterAll(async () => {
  await api?.stop();
  await stopWorker?.();
  await carrierServer?.stop();
  await world?.close();
});

async function call(by: keyof typeof keys, method: 'get' | 'post', path: string, body?: object) {
  const asked = request(api.url)[method](`/ioi/v3${path}`).set('Authorization', keys[by]);
  const answer = await (body === undefined ? asked : asked.send(body));
  // Whatever is answered.
  expect(eventKeysIn(answer.text)).toEqual([]);
  return answer;
}
const get = (by: keyof typeof keys, path: string) => call(by, 'get', path);
const post = (by: keyof typeof keys, path: string, body: object) => call(by, 'post', path, body);
const quoting = (triggerRequestId: string, changes: Parameters<typeof aFire>[0] = {}) =>
  aFire({ triggerRequestId, forceSync: true, eventTargets: [shopIds.standard], ...changes });
const fire = (by: Side, type: string, payload: object, triggerRequestId = randomUUID()) =>
  post(by, '/event/fire', { type, lineId: shopIds.line, triggerRequestId, payload });
const eventOf = async (by: Side, id: string): Promise<EventRunObject> => {
  const answer = await get(by, `/event/${id}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const sides = ['agency', 'carrier'] as const;

/** Fires the same event by both organizations under one id. */
async function firedTwice(changes: Parameters<typeof aFire>[0] = {}) {
  const id = randomUUID();
  const [first, second] = [
    await post('agency', '/event/fire', quoting(id, changes)),
    await post('carrier', '/event/fire', quoting(id, changes)),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  return { id, agency: first.body, carrier: second.body };
}
const clientsOf = (quotes: QuoteObject[]) => quotes.map(({ clientId }) => clientId);

it('fires, quotes and shows an event under an id of another organization as under a free one', async () => {
  const { id, ...answers } = await firedTwice();
  const free = (await post('carrier', '/event/fire', quoting(randomUUID()))).body;
  expect(Object.keys(answers.carrier)).toEqual(Object.keys(free));
  expect(answers.agency.metadata.client).not.toBe(answers.carrier.metadata.client);
  for (const by of sides) {
    const { metadata, triggerRequestId } = answers[by];
    expect(triggerRequestId).toBe(id);
    expect(metadata.quotes).toMatchObject([{ triggerRequestId: id, clientId: metadata.client }]);
    const { quoted } = (await get(by, `/quotes/trigger/${id}`)).body;
    expect(clientsOf(quoted)).toEqual([metadata.client]);
    expect(await eventOf(by, id)).toMatchObject({
      triggerRequestId: id,
      organizationId: world[by].organizationId,
      triggerResult: { triggerRequestId: id },
      links: { self: `/ioi/v3/event/${id}`, quotesOfEvent: `/ioi/v3/quotes/trigger/${id}` },
    });
    const [quote] = quoted as QuoteObject[];
    expect((await get(by, `/quote/${quote!.requestId}`)).body.triggerRequestId).toBe(id);
    expect((await get(by, `/download/advanced/worksheet/${quote!.requestId}`)).text).toContain(id);
    const listed = (await get(by, '/event?type=GET_QUOTES&size=100')).body.content;
    expect(listed.map((event: EventRunObject) => event.triggerRequestId)).toContain(id);
    expect((await get(by, `/client/${metadata.client}/export`)).text).toContain(id);
  }
});

it('answers a repeat with the first result, and another envelope with 409, for each organization', async () => {
  const { id, ...answers } = await firedTwice();
  for (const by of sides) {
    expect((await post(by, '/event/fire', quoting(id))).body).toEqual(answers[by]);
    const other = await post(by, '/event/fire', quoting(id, { payload: { effectiveDate: '2027-01-01' } }));
    expect([other.status, other.body.detail]).toEqual([
      409,
      `the triggerRequestId ${id} was used for another event`,
    ]);
  }
});

it('takes the same free id from two organizations at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = randomUUID();
    const fired = await Promise.all(sides.map((by) => post(by, '/event/fire', quoting(id))));
    expect(fired.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(fired.map(({ body }) => body.metadata.client)).size).toBe(2);
  }
});

it('opens and receives the payment of each organization', async () => {
  const { id: _, ...quoted } = await firedTwice();
  const id = randomUUID();
  const invoices = new Set<string>();
  for (const by of sides) {
    const { client: clientId, quotes } = quoted[by].metadata;
    const opened = await fire(by, 'PAYMENT_SETUP', { clientId, quoteIds: [quotes[0].requestId] }, id);
    const session = opened.body.metadata.PAYMENT_SETUP;
    expect(session).toMatchObject({ paymentTriggerRequestId: id, amountTotal: 200_000 });
    invoices.add(session.paymentIdentifier);
  }
  expect(invoices.size).toBe(2);
  for (const by of ['carrier', 'agency'] as const) {
    const named = { paymentTriggerRequestId: id };
    const before = await fire(by, 'PAYMENT_VERIFICATION', named);
    expect(before.body.metadata.PAYMENT_VERIFICATION).toMatchObject({ ...named, paymentVerified: false });
    const received = await fire(by, 'PAYMENT_RECEIVED', named);
    expect(received.body.metadata.PAYMENT_RECEIVED).toMatchObject(named);
    expect(received.body.metadata.client ?? quoted[by].metadata.client).toBe(quoted[by].metadata.client);
    const after = await fire(by, 'PAYMENT_VERIFICATION', named);
    expect(after.body.metadata.PAYMENT_VERIFICATION).toMatchObject({ ...named, paymentVerified: true });
  }
  const sessions = await world.db('payment_sessions').select('organization_id', 'state');
  expect(sessions.map(({ state }) => state)).toEqual(['PAID', 'PAID']);
});

describe('runs that wait', () => {
  const aWait = async () => {
    const fired = await firedTwice({ eventTargets: [marketIds.market], forceSync: false });
    const addressOf = async (by: Side) => {
      const [action] = (await eventOf(by, fired.id)).actions.filter(({ state }) => state === 'WAITING');
      return action?.requestId;
    };
    for (const by of sides) await expect.poll(() => addressOf(by), { timeout: 20_000 }).toBeDefined();
    return { ...fired, addressOf };
  };

  it('get each its own inbound message', async () => {
    const { id, addressOf } = await aWait();
    const addresses = { agency: await addressOf('agency'), carrier: await addressOf('carrier') };
    expect(addresses.agency).not.toBe(addresses.carrier);
    expect(
      carrierServer.received
        .slice(-2)
        .map(({ body }) => (body as { triggerRequestId: string }).triggerRequestId),
    ).toEqual([id, id]);
    const premiums = { agency: 640, carrier: 770 };
    for (const by of sides) {
      const payload = { outcome: 'QUOTED', premium: premiums[by] };
      expect((await post('carrier', '/inbound', { requestId: addresses[by], payload })).status).toBe(204);
    }
    for (const by of sides) {
      const premium = async () =>
        (await get(by, `/quotes/trigger/${id}`)).body.quoted[0]?.quoteDetails.premium.amount;
      await expect.poll(premium, { timeout: 20_000 }).toBe(premiums[by]);
    }
  });

  it('are canceled each by its organization', async () => {
    const { id, addressOf } = await aWait();
    expect([200, 202]).toContain((await post('carrier', `/event/${id}/cancel`, {})).status);
    await expect
      .poll(async () => (await eventOf('carrier', id)).state, { timeout: 20_000 })
      .toBe('CANCELLED');
    expect(await eventOf('agency', id)).toMatchObject({ state: 'RUNNING' });
    expect(await addressOf('agency')).toBeDefined();
    expect((await post('carrier', `/event/${id}/retry`, {})).body.detail).toContain(id);
  });
});

it('notifies the webhooks of each organization of its event', async () => {
  const { id } = await firedTwice();
  for (const by of sides) {
    const deliveries = async () => (await get(by, `/webhook/delivery?triggerRequestId=${id}`)).body.content;
    await expect.poll(deliveries, { timeout: 20_000 }).toHaveLength(1);
    const [delivery] = await deliveries();
    expect(delivery.triggerRequestId).toBe(id);
    const { body } = (await get(by, `/webhook/delivery/${delivery.deliveryId}`)).body;
    expect(body.data).toMatchObject({
      triggerRequestId: id,
      links: { event: `/ioi/v3/event/${id}`, quotes: `/ioi/v3/quotes/trigger/${id}` },
    });
  }
  const stored = await world.db('webhook_deliveries').where('event_type', 'GET_QUOTES').pluck('body');
  expect(eventKeysIn(JSON.stringify(stored))).toEqual([]);
});

it('lets a key that is restricted to products read the event, and the insurer the seller’s quotes', async () => {
  const { id } = await firedTwice();
  expect((await get('restricted', `/event/${id}`)).body.organizationId).toBe(world.carrier.organizationId);
  // The run in Temporal has the key, which operators can look up.
  const key = eventKeyOf(world.carrier.organizationId, id);
  expect((await get('carrier', `/event/${key}`)).body.triggerRequestId).toBe(id);
  expect((await get('agency', `/event/${key}`)).status).toBe(404);
  const alone = randomUUID();
  await post('agency', '/event/fire', quoting(alone));
  expect((await get('carrier', `/quotes/trigger/${alone}`)).body.quoted).toHaveLength(1);
});

it('asks no run about an event that the caller does not see, which would show in the time', async () => {
  const id = randomUUID();
  await post('agency', '/event/fire', quoting(id, { eventTargets: [marketIds.market], forceSync: false }));
  let asked = 0;
  const quotes = new QuoteService({
    ...{ db: world.db, catalog: world.catalog, now: () => new Date() },
    runs: {
      quoteResults: async () => {
        asked += 1;
        return undefined;
      },
    },
  });
  await expect(quotes.byTrigger(world.stranger, id)).rejects.toBeInstanceOf(NotFound);
  expect(asked).toBe(0);
  await quotes.byTrigger(world.agency, id);
  expect(asked).toBe(1);
});

it('fires follow-up events although another organization has used their ids', async () => {
  const id = randomUUID();
  const referral = derivedId(quoteIdOf(id, shopIds.standard), 'UNDERWRITING_REFERRED');
  expect((await post('carrier', '/event/fire', { ...quoting(id), triggerRequestId: referral })).status).toBe(
    400,
  );
  // Past the door, which refuses it.
  await world.events.fire(world.carrier, { ...quoting(randomUUID()), triggerRequestId: referral });
  const intake = intakeOf({ 'client.name': 'Large Shop', 'shop.revenue': '2000000', 'shop.claims': 'false' });
  await post('agency', '/event/fire', quoting(id, { payload: { intake } }));
  await expect
    .poll(async () => (await get('agency', `/event/${referral}`)).body.state, { timeout: 20_000 })
    .toBe('COMPLETED');
  const { type, parentTriggerRequestId } = await eventOf('agency', referral);
  expect({ type, parentTriggerRequestId }).toEqual({
    type: 'UNDERWRITING_REFERRED',
    parentTriggerRequestId: id,
  });
  expect((await eventOf('agency', id)).links.children).toEqual([`/ioi/v3/event/${referral}`]);
  // The insurer sees both, and its own comes first.
  expect((await eventOf('carrier', referral)).type).toBe('GET_QUOTES');
});
