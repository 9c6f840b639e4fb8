import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboundRoutes } from '../../api/inbound/routes.js';
import { InboundService } from '../../api/inbound/service.js';
import type { EventRuns } from '../../api/runs/event-runs.js';
import { RunClosed } from '../../api/runs/run-errors.js';
import type { InboundService as InboundReceiver } from '../../cli/carrier-simulator/deliver.js';
import { type CarrierSimulator, startCarrierSimulator } from '../../cli/carrier-simulator/simulator.js';
import { freePort } from '../../cli/embedded/free-port.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Quote } from '../../db/models/quote.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';

const payload = { outcome: 'QUOTED', premium: 640 };

let world: EventWorld;
let carrier: CarrierServer;
let service: TestApp;
let simulator: CarrierSimulator;
/** Where the simulator sends late answers. */
let reached: InboundReceiver | undefined;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(marketProduct());
  carrier = await aCarrierServer();
  carrier.answer(json(202, {}));
  simulator = await startCarrierSimulator({ port: 0, delayMs: 200, service: () => reached });
  stopWorker = await world.startWorker({
    carrier: { url: carrier.url, private: true },
    nobody: { url: simulator.url, private: true },
  });
  service = await createTestApp(
    { db: world.db, url: world.databaseUrl, drop: async () => undefined },
    { resources: [inboundRoutes({ inbound: world.inbound })] },
  );
});

afterAll(async () => {
  await service?.close();
  await stopWorker?.();
  await simulator?.stop();
  await carrier?.stop();
  await world?.close();
});

async function aKey(organizationId: string, permissions: string[] = ['inbound:send']): Promise<string> {
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions });
  return basicOf(apiKey.key, secret);
}

async function aWaitingRequest(): Promise<string> {
  const triggerRequestId = randomUUID();
  await world.events.fire(world.agency, aFire({ triggerRequestId, eventTargets: [marketIds.market] }));
  const requestId = quoteIdOf(triggerRequestId, marketIds.market);
  const stateOf = async () => (await world.db('action_runs').where('request_id', requestId).first())?.state;
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('WAITING');
  return requestId;
}

const send = (authorization: string, body: object) =>
  request(service.app).post('/ioi/v3/inbound').set('Authorization', authorization).send(body);

it('takes an answer with 204 and no body, again and again, and another one with 409', async () => {
  const key = await aKey(world.carrier.organizationId);
  const requestId = await aWaitingRequest();

  const first = await send(key, { requestId: requestId.toUpperCase(), payload });
  expect([first.status, first.text]).toEqual([204, '']);
  expect((await send(key, { requestId, payload })).status).toBe(204);
  const another = await send(key, { requestId, payload: { outcome: 'DECLINED' } });
  expect([another.status, another.type]).toEqual([409, 'application/problem+json']);

  await expect.poll(() => Quote.query(world.db).findById(requestId)).toMatchObject({ premium: '640.00' });
  expect((await send(key, { requestId, payload })).status).toBe(204);
  expect((await send(key, { requestId, payload: { outcome: 'DECLINED' } })).status).toBe(409);
}, 30_000);

it('takes a payload whose run was told of it by an attempt without an answer, and has ended since', async () => {
  const requestId = await aWaitingRequest();
  const endedMeanwhile = {
    tell: async (...told: Parameters<EventRuns['tell']>) => {
      await world.runs.tell(...told);
      const isOver = async () =>
        (await world.db('action_runs').where('request_id', requestId).first()).ended_at !== null;
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
      throw new RunClosed('closed');
    },
  };
  const { db, catalog } = world;
  const inbound = new InboundService({ db, catalog, runs: endedMeanwhile });

  await inbound.receive(world.carrier, { requestId, payload });

  expect(await Quote.query(db).findById(requestId)).toMatchObject({ premium: '640.00' });
}, 30_000);

it('shows nothing to those whom it does not concern', async () => {
  const requestId = await aWaitingRequest();
  expect((await request(service.app).post('/ioi/v3/inbound').send({ requestId, payload })).status).toBe(401);
  const reader = await aKey(world.carrier.organizationId, ['quotes:read']);
  expect((await send(reader, { requestId, payload })).status).toBe(403);
  const stranger = await aKey(world.stranger.organizationId);
  const foreign = await send(stranger, { requestId, payload });
  const unknown = await send(stranger, { requestId: randomUUID(), payload });
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(foreign.body.title).toBe(unknown.body.title);
}, 30_000);

it('is sent by the simulator in its delayed mode, as soon as the service is there', async () => {
  const { apiKey, secret } = await createApiKey(world.db, {
    organizationId: world.carrier.organizationId,
    permissions: ['inbound:send'],
  });
  const port = await freePort();
  reached = { baseUrl: `http://127.0.0.1:${port}`, apiKey: apiKey.key, apiSecret: secret };
  const delayed = { ...aFire().payload.intake, ...intakeOf({ 'market.simulatorMode': 'DELAYED' }) };
  const { triggerRequestId } = await world.events.fire(
    world.agency,
    aFire({ eventTargets: [marketIds.unknown], payload: { intake: delayed as AnswerMap } }),
  );
  const server = createServer(service.app).listen(port, '127.0.0.1');
  const requestId = quoteIdOf(triggerRequestId, marketIds.unknown);
  await expect
    .poll(() => Quote.query(world.db).findById(requestId), { timeout: 20_000 })
    .toMatchObject({ outcome: 'QUOTED', rawQuoteDetails: { outcome: 'QUOTED' } });
  server.close();
}, 30_000);

describe('a body that breaks the contract', () => {
  it.each([
    ['no request id', { payload }, 'requestId'],
    ['an id that is no UUID', { requestId: '1', payload }, 'requestId'],
    ['no payload', { requestId: randomUUID() }, 'payload'],
    ['an empty payload', { requestId: randomUUID(), payload: {} }, 'payload'],
    ['an array', { requestId: randomUUID(), payload: [1] }, 'payload'],
    ['a text', { requestId: randomUUID(), payload: 'x' }, 'payload'],
    ['null', { requestId: randomUUID(), payload: null }, 'payload'],
    ['text that cannot be stored', { requestId: randomUUID(), payload: { a: '\u0000' } }, 'payload.a'],
  ])('with %s is refused', async (_what, body, field) => {
    const answer = await send(await aKey(world.carrier.organizationId), body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('or is larger than 1 MiB', async () => {
    const body = { requestId: randomUUID(), payload: { text: 'x'.repeat(1024 * 1024) } };
    expect((await send(await aKey(world.carrier.organizationId), body)).status).toBe(413);
  });
});
