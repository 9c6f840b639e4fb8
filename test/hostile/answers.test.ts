import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { InboundMessage } from '../../db/models/inbound-message.js';
import { Quote } from '../../db/models/quote.js';
import { productDefinition } from '../../domain/product/definition.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { inboundRequestId } from '../../domain/runs/inbound-request.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { servedApi } from '../support/served-api.js';
import { shopIds } from '../support/shop-product.js';

const waits = {
  ofOwner: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f91',
  ofSeller: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f92',
  ofNamed: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f93',
} as const;
type Side = 'agency' | 'carrier' | 'stranger';

/** The market, whose claims wait for answers: the owner's, the seller's, and those of an organization by its id. */
function marketWithWaits(namedId: string) {
  const market = structuredClone(marketProduct()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  const wait = { type: 'INBOUND_WAIT', waitsFor: 'an answer' };
  market.configurations[0]!.events.CLAIM_NOTIFICATION = [
    { ...wait, id: waits.ofOwner, name: 'Owner' },
    { ...wait, id: waits.ofSeller, name: 'Seller', answeredBy: 'EVENT_ORGANIZATION' },
    { ...wait, id: waits.ofNamed, name: 'Named', answeredBy: namedId },
  ];
  return productDefinition.parse(market);
}

let world: EventWorld;
let carrierServer: CarrierServer;
let api: { url: string; stop: () => Promise<void> };
let stopWorker: () => Promise<void>;
let keys: Record<Side, string>;
const named = randomUUID();

beforeAll(async () => {
  world = await anEventWorld(marketWithWaits(named));
  // The named organization is none of a licensed seller or the owner.
  await world.db('organizations').insert({ id: named, name: 'A finance company' });
  carrierServer = await aCarrierServer();
  carrierServer.answer(json(202, {}));
  stopWorker = await world.startWorker({ carrier: { url: carrierServer.url, private: true } });
  api = await servedApi(world);
  const keyOf = async (organizationId: string) => {
    const { apiKey, secret } = await createApiKey(world.db, { organizationId });
    return basicOf(apiKey.key, secret);
  };
  keys = {
    agency: await keyOf(world.agency.organizationId),
    carrier: await keyOf(world.carrier.organizationId),
    stranger: await keyOf(world.stranger.organizationId),
  };
}, 120_000);

afterAll(async () => {
  await api?.stop();
  await stopWorker?.();
  await carrierServer?.stop();
  await world?.close();
});

const post = (by: Side, path: string, body: object) =>
  request(api.url).post(`/ioi/v3${path}`).set('Authorization', keys[by]).send(body);
const statusOf = async (by: Side, requestId: string, payload: object) =>
  (await post(by, '/inbound', { requestId, payload })).status;
const actionOf = async (triggerRequestId: string, actionId: string) => {
  const { body } = await request(api.url)
    .get(`/ioi/v3/event/${triggerRequestId}`)
    .set('Authorization', keys.agency);
  return body.actions?.find((action: { actionId: string }) => action.actionId === actionId);
};

it('a seller that answers for the carrier, first and later, sets no premium', async () => {
  const cheap = { outcome: 'QUOTED', premium: 1 };
  const triggerRequestId = randomUUID();
  // The seller knows its own id, and from it the request's.
  const computed = quoteIdOf(triggerRequestId, marketIds.market);
  expect(await statusOf('agency', computed, cheap)).toBe(404);
  const answers: number[] = [];
  carrierServer.answer(async ({ body }, response) => {
    answers.push(await statusOf('agency', body.requestId, cheap));
    response.writeHead(202).end();
  });
  const fired = await post(
    'agency',
    '/event/fire',
    aFire({ triggerRequestId, eventTargets: [marketIds.market] }),
  );
  expect(fired.status).toBe(200);
  await expect
    .poll(async () => (await actionOf(triggerRequestId, marketIds.market))?.state, { timeout: 30_000 })
    .toBe('WAITING');
  expect(answers).toEqual([404]);

  // The event's page shows the seller the id, and who may answer.
  const { requestId, answeredBy } = await actionOf(triggerRequestId, marketIds.market);
  expect([requestId, answeredBy]).toEqual([computed, world.carrier.organizationId]);
  for (const by of ['agency', 'stranger'] as const) expect(await statusOf(by, requestId, cheap)).toBe(404);
  expect(await InboundMessage.query(world.db).findOne('request_id', requestId)).toBeUndefined();

  expect(await statusOf('carrier', requestId, { outcome: 'QUOTED', premium: '812.40' })).toBe(204);
  expect(await statusOf('agency', requestId, cheap)).toBe(404);
  const quoteOf = () => Quote.query(world.db).findById(requestId);
  await expect.poll(async () => (await quoteOf())?.premium, { timeout: 30_000 }).toBe('812.40');
  const issued = await post('agency', '/event/fire', {
    type: 'POLICY_CREATE',
    lineId: shopIds.line,
    payload: {
      ...{ clientId: fired.body.metadata.client, quoteIds: [requestId], paymentRequired: false },
      paymentPlans: { [requestId]: 'FULL_PAYMENT' },
    },
  });
  expect(issued.status).toBe(200);
  const policies = await world.db('policies').select('premium');
  expect(policies).toEqual([{ premium: '812.40' }]);
}, 60_000);

it('a wait is answered by the one organization that it is meant for', async () => {
  const answerers = {
    [waits.ofOwner]: world.carrier.organizationId,
    [waits.ofSeller]: world.agency.organizationId,
    [waits.ofNamed]: named,
  };
  const fired = await post('agency', '/event/fire', {
    ...{ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, payload: {} },
  });
  const { triggerRequestId, metadata } = fired.body;
  for (const [actionId, organizationId] of Object.entries(answerers)) {
    const requestId = metadata.inboundRequests[actionId];
    expect(requestId).toBe(inboundRequestId(triggerRequestId, actionId));
    await expect
      .poll(async () => (await actionOf(triggerRequestId, actionId))?.state, { timeout: 30_000 })
      .toBe('WAITING');
    expect((await actionOf(triggerRequestId, actionId)).answeredBy).toBe(organizationId);
    for (const by of ['stranger', 'agency', 'carrier'] as const) {
      const mayAnswer = world[by].organizationId === organizationId;
      expect([by, await statusOf(by, requestId, { from: by })]).toEqual([by, mayAnswer ? 204 : 404]);
    }
  }
}, 60_000);
