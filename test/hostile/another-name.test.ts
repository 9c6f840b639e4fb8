import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { Quote } from '../../db/models/quote.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { productDefinition } from '../../domain/product/definition.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { servedApi } from '../support/served-api.js';
import { shopIds } from '../support/shop-product.js';

type Side = 'agency' | 'carrier' | 'stranger';

const named = {
  rating: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa1',
  market: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa2',
  foreign: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa3',
  call: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa4',
  foreignCall: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0fa5',
} as const;

/** The market, with actions that quote in another's name, or call another's endpoint. */
function marketNaming(organizationId: string | undefined, version: string) {
  const market = structuredClone(marketProduct()) as unknown as {
    version: string;
    configurations: { events: Record<string, object[]> }[];
  };
  market.version = version;
  const quotes = organizationId === undefined ? {} : { quotingOrganizationId: organizationId };
  const ask = { type: 'THIRD_PARTY_RATING', carrierId: marketIds.carrier };
  const { events } = market.configurations[0]!;
  events.GET_QUOTES!.push(
    { id: named.rating, type: 'IOI_RATING', name: 'Their paper', plan: 'standard', ...quotes },
    { ...ask, id: named.market, name: 'Their market', endpoint: 'carrier', ...quotes },
    { ...ask, id: named.foreign, name: 'A market of theirs', endpoint: 'foreign' },
  );
  events.CLAIM_NOTIFICATION = [
    {
      id: named.call,
      type: 'HTTP_REQUEST',
      name: 'Our system',
      endpoint: 'carrier',
      path: '/claims',
      body: {},
    },
    {
      id: named.foreignCall,
      type: 'HTTP_REQUEST',
      name: 'Their system',
      endpoint: 'foreign',
      path: '/claims',
    },
  ];
  return productDefinition.parse(market);
}

let world: EventWorld;
let server: CarrierServer;
let api: { url: string; stop: () => Promise<void> };
let stopWorker: () => Promise<void>;
let keys: Record<Side, string>;
let builds = 0;

beforeAll(async () => {
  world = await anEventWorld(marketNaming(undefined, '1.0.0'));
  server = await aCarrierServer();
  const address = { url: server.url, private: true };
  stopWorker = await world.startWorker({
    carrier: address,
    foreign: { ...address, organizationId: world.stranger.organizationId },
  });
  api = await servedApi(world);
  const keyOf = async ({ organizationId }: { organizationId: string }) => {
    const { apiKey, secret } = await createApiKey(world.db, { organizationId });
    return basicOf(apiKey.key, secret);
  };
  keys = {
    agency: await keyOf(world.agency),
    carrier: await keyOf(world.carrier),
    stranger: await keyOf(world.stranger),
  };
}, 120_000);

afterAll(async () => {
  await api?.stop();
  await stopWorker?.();
  await server?.stop();
  await world?.close();
});

const call = (by: Side, method: 'get' | 'post' | 'delete', path: string, body?: object) =>
  request(api.url)[method](`/ioi/v3${path}`).set('Authorization', keys[by]).send(body);
const consentPath = `/product/${shopIds.line}/consent`;
const consent = (by: Side, ownerOrganizationId: string) =>
  call(by, 'post', consentPath, { ownerOrganizationId });
const revoke = (by: Side) => call(by, 'delete', consentPath);

/** Saves the product so that it names an organization, as the carrier's author does over REST. */
async function save(organizationId: string) {
  builds += 1;
  const product = 'shop.json';
  const definition = marketNaming(organizationId, `2.${builds}.0`);
  return call('carrier', 'post', '/product/import', {
    product,
    files: { [product]: JSON.stringify(definition) },
  });
}

/** The version is deployed from a day on, for events of that day. */
async function deployed(organizationId: string, effectiveDate: string) {
  const definition = marketNaming(organizationId, `3.${effectiveDate}`);
  const owner = world.carrier.organizationId;
  const { versionId } = await importVersion(world.db, {
    ...{
      definition,
      sha256: contentHash(definition),
      ownerOrganizationId: owner,
      createdBy: { name: 'tests' },
    },
  });
  await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate });
  return versionId;
}

async function quotesOf(effectiveDate: string, eventTargets: string[]) {
  const fire = aFire({ eventTargets, forceSync: true });
  const { triggerRequestId, metadata } = await world.events.fire(world.agency, {
    ...fire,
    payload: { ...(fire.payload as object), effectiveDate },
  } as typeof fire);
  return {
    triggerRequestId,
    quotes: metadata.quotes as {
      actionId: string;
      type: string;
      quotingOrganizationId: string;
      messages: object[];
    }[],
  };
}

describe('a product that names an organization', () => {
  beforeEach(async () => {
    await revoke('stranger');
  });

  it('is not saved without the consent of that organization, whether it exists or not', async () => {
    for (const organizationId of [world.stranger.organizationId, world.agency.organizationId, randomUUID()]) {
      const refused = await save(organizationId);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'NO_CONSENT',
        errors: [
          {
            field: expect.stringMatching(
              /^configurations\[0\]\.events\.GET_QUOTES\[\d\]\.quotingOrganizationId$/,
            ),
            detail: `organization ${organizationId} does not consent that this product quotes in its name`,
          },
          {},
        ],
      });
    }
  });

  it('is saved with it, and not deployed once it is revoked', async () => {
    expect((await consent('stranger', world.carrier.organizationId)).body).toMatchObject({ given: true });
    const saved = await save(world.stranger.organizationId);
    expect(saved.status).toBe(200);
    expect((await revoke('stranger')).status).toBe(204);
    const deploy = () =>
      call('carrier', 'post', `/product/version/${saved.body.versionId}/deploy`, {
        ...{ environment: 'UAT', effectiveDate: '2030-01-01' },
      });
    expect((await deploy()).body).toMatchObject({ status: 409, code: 'NO_CONSENT' });
    await consent('stranger', world.carrier.organizationId);
    expect((await deploy()).status).toBe(200);
  });

  it('has no consent by one that is for the same id of another owner', async () => {
    expect((await consent('stranger', world.agency.organizationId)).status).toBe(200);
    expect((await save(world.stranger.organizationId)).body).toMatchObject({ code: 'NO_CONSENT' });
  });
});

describe('a consent', () => {
  it('is given by the organization itself, and by no restricted key', async () => {
    const { organizationId } = world.stranger;
    for (const given of [{ eventTypes: ['GET_QUOTES'] }, { productIds: [shopIds.line] }]) {
      const { apiKey, secret } = await createApiKey(world.db, { organizationId, ...given } as never);
      const refused = await request(api.url)
        .post(`/ioi/v3${consentPath}`)
        .set('Authorization', basicOf(apiKey.key, secret))
        .send({ ownerOrganizationId: world.carrier.organizationId });
      expect([refused.status, refused.body.code]).toEqual([403, 'KEY_RESTRICTED']);
    }
    // The caller's is the only organization that a request can speak for.
    expect((await consent('carrier', world.carrier.organizationId)).status).toBe(409);
    expect((await consent('stranger', randomUUID())).status).toBe(404);
    const forged = { ownerOrganizationId: world.carrier.organizationId, organizationId };
    expect((await call('agency', 'post', consentPath, forged)).status).toBe(400);
    expect((await revoke('agency')).status).toBe(404);
  });

  it('is listed for who gave it and who has it, and for nobody else', async () => {
    await consent('stranger', world.carrier.organizationId);
    const listed = async (by: Side) => (await call(by, 'get', '/product/consent')).body.content;
    const shown = {
      ...{ productId: shopIds.line, productName: 'Shop', ownerOrganizationId: world.carrier.organizationId },
      organizationId: world.stranger.organizationId,
    };
    expect(await listed('stranger')).toMatchObject([{ ...shown, givenBy: { kind: 'API_KEY' } }]);
    expect(await listed('carrier')).toMatchObject([{ ...shown, givenBy: null }]);
    expect(await listed('agency')).toEqual([]);
  });
});

describe('a version that was deployed with a consent', () => {
  const day = '2031-03-01';
  const eventTargets = [named.rating, named.market];
  beforeAll(async () => {
    await consent('stranger', world.carrier.organizationId);
    await deployed(world.stranger.organizationId, day);
    server.answer(json(200, { outcome: 'QUOTED', premium: 500 }));
  });
  beforeEach(async () => {
    server.received.length = 0;
    await consent('stranger', world.carrier.organizationId);
  });

  it('quotes in the name of the organization, and signs with its secret', async () => {
    const { quotes } = await quotesOf(day, eventTargets);
    expect(quotes.map(({ type, quotingOrganizationId }) => [type, quotingOrganizationId])).toEqual(
      eventTargets.map(() => ['QUOTE', world.stranger.organizationId]),
    );
    const secret = await outboundSecretOf(world.db, world.stranger.organizationId);
    expect(server.received).toHaveLength(1);
    expect(
      new Webhook(secret).verify(server.received[0]!.text, server.received[0]!.headers as never),
    ).toMatchObject({});
  });

  it('declines in the name of its owner once the consent is gone, with the reason', async () => {
    await revoke('stranger');
    const { triggerRequestId, quotes } = await quotesOf(day, eventTargets);
    const reason = `organization ${world.stranger.organizationId} does not consent that this product quotes in its name`;
    for (const quote of quotes) {
      expect(quote).toMatchObject({
        ...{ type: 'DECLINE', quotingOrganizationId: world.carrier.organizationId },
        messages: [{ severity: 'ERROR', message: expect.stringContaining(reason) }],
      });
    }
    expect(quotes).toHaveLength(2);
    // Nobody was asked, and nothing of it is in the other's list.
    expect(server.received).toEqual([]);
    const { actions } = (await call('agency', 'get', `/event/${triggerRequestId}`)).body;
    for (const actionId of eventTargets) {
      const action = actions.find((one: { actionId: string }) => one.actionId === actionId);
      expect(action).toMatchObject({ state: 'FAILED', lastError: expect.stringContaining(reason) });
    }
    const theirs = { trigger_request_id: triggerRequestId };
    const rows = await Quote.query(world.db).where(theirs).modify('visibleTo', world.stranger.organizationId);
    expect(rows).toEqual([]);
  });

  it('takes no answer in the name of an organization that revoked while it was awaited', async () => {
    server.answer(json(202, {}));
    const { triggerRequestId } = await world.events.fire(world.agency, {
      ...aFire({ eventTargets: [named.market] }),
      payload: { ...(aFire().payload as object), effectiveDate: day },
    } as ReturnType<typeof aFire>);
    const waiting = async () => {
      const { actions } = (await call('agency', 'get', `/event/${triggerRequestId}`)).body;
      return actions.find((one: { actionId: string }) => one.actionId === named.market);
    };
    await expect.poll(async () => (await waiting())?.state, { timeout: 30_000 }).toBe('WAITING');
    const { requestId } = await waiting();
    await revoke('stranger');
    const payload = { outcome: 'QUOTED', premium: 1 };
    expect((await call('stranger', 'post', '/inbound', { requestId, payload })).status).toBe(204);
    await expect.poll(async () => (await waiting())?.state, { timeout: 30_000 }).toBe('FAILED');
    expect(await Quote.query(world.db).findById(requestId)).toMatchObject({
      ...{ type: 'DECLINE', premium: null, quotingOrganizationId: world.carrier.organizationId },
      messages: [{ code: 'NO_CONSENT' }],
    });
  }, 60_000);
});

describe('endpoints and secrets', () => {
  beforeAll(() => {
    server.answer(json(200, { outcome: 'QUOTED', premium: 500 }));
  });

  it('of another organization are not used without its consent', async () => {
    await revoke('stranger');
    server.received.length = 0;
    const { quotes } = await quotesOf('2030-01-01', [named.foreign]);
    const missing = `this installation has no endpoint "foreign" of the product's owner or of an organization that consents`;
    expect(quotes).toMatchObject([
      {
        type: 'DECLINE',
        messages: [{ code: 'CARRIER_UNAVAILABLE', message: expect.stringContaining(missing) }],
      },
    ]);
    expect(server.received).toEqual([]);
    await consent('stranger', world.carrier.organizationId);
    expect((await quotesOf('2030-01-01', [named.foreign])).quotes).toMatchObject([{ type: 'QUOTE' }]);
  });

  it('that sign a call are those of the product’s owner, not of the seller that fired the event', async () => {
    await revoke('stranger');
    server.received.length = 0;
    const fired = await call('agency', 'post', '/event/fire', {
      ...{ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, payload: {} },
    });
    const actionsOf = async () =>
      (await call('agency', 'get', `/event/${fired.body.triggerRequestId}`)).body.actions as {
        actionId: string;
        state: string;
        lastError?: string;
      }[];
    const stateOf = async (actionId: string) =>
      (await actionsOf())?.find((one) => one.actionId === actionId)?.state;
    await expect.poll(() => stateOf(named.call), { timeout: 30_000 }).toBe('SUCCEEDED');
    await expect.poll(() => stateOf(named.foreignCall), { timeout: 30_000 }).toBe('FAILED');
    expect(server.received).toHaveLength(1);
    const { text, headers } = server.received[0]!;
    const verify = async (organizationId: string) =>
      new Webhook(await outboundSecretOf(world.db, organizationId)).verify(text, headers as never);
    await expect(verify(world.carrier.organizationId)).resolves.toBeDefined();
    await expect(verify(world.agency.organizationId)).rejects.toThrow();
  });
});
