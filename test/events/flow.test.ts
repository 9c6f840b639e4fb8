import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadRequest } from '../../api/errors/app-error.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Client } from '../../db/models/client.js';
import { ClientAnswerVersion } from '../../db/models/client-answer-version.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { flowIds, flowProduct } from '../support/flow-product.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let service: CarrierServer;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(flowProduct());
  service = await aCarrierServer();
  stopWorker = await world.startWorker({ screening: { url: service.url, private: true } });
});

afterAll(async () => {
  await stopWorker?.();
  await service?.stop();
  await world?.close();
});

const fire = (type: string, payload: object) =>
  world.events.fire(
    world.agency,
    eventEnvelope.parse({ type, lineId: shopIds.line, triggerRequestId: randomUUID(), payload }),
  );
const intakeComplete = () =>
  fire('INTAKE_COMPLETE', {
    referrer: 'a friend',
    intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '200000' }),
  });
const scored = (score: number) => service.answer(json(200, { result: { score, grades: ['A', 'B'] } }));
const stateOf = async (id: string) => (await Event.query(world.db).findById(id))?.state;
const completed = (id: string) => expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('COMPLETED');
const actionsOf = async (id: string) => {
  const runs = await ActionRun.query(world.db).where('trigger_request_id', id);
  return Object.fromEntries(runs.map(({ name, state }) => [name, state]));
};
const until = (id: string, name: string, state: string) =>
  expect.poll(async () => (await actionsOf(id))[name], { timeout: 30_000 }).toBe(state);
const childrenOf = (id: string) => Event.query(world.db).where('parent_trigger_request_id', id);

it('calls a service with what the event says, maps its answer, and goes on without the review', async () => {
  scored(10);

  const result = await intakeComplete();

  expect(result).toMatchObject({ executedActionCount: 3, expectedResponseCount: 2 });
  expect(result.metadata).toMatchObject({ score: 10, grades: ['A', 'B'] });
  const clientId = String(result.metadata.client);
  const requestId = (result.metadata.inboundRequests as Record<string, string>)[flowIds.review];
  expect(service.received.at(-1)).toMatchObject({
    path: '/score',
    body: { name: 'Corner Shop', client: clientId, callback: requestId, text: 'from a friend.' },
  });
  expect(service.received.at(-1)?.body).not.toHaveProperty('nobody');
  expect(service.received.at(-1)?.headers).toHaveProperty('webhook-signature');
  await completed(result.triggerRequestId);
  expect(await actionsOf(result.triggerRequestId)).toMatchObject({
    Screening: 'SUCCEEDED',
    Review: 'SKIPPED',
    'Quote it': 'SUCCEEDED',
  });
  const [child] = await childrenOf(result.triggerRequestId);
  expect(child).toMatchObject({ type: 'GET_QUOTES', depth: 1, clientId });
  await completed(String(child?.triggerRequestId));
  expect(await Quote.query(world.db).where('client_id', clientId).resultSize()).toBe(2);
}, 60_000);

it('waits for a payload that fits, keeps it and its answers, and refuses another', async () => {
  scored(90);
  const { triggerRequestId, metadata } = await intakeComplete();
  const requestId = String((metadata.inboundRequests as Record<string, string>)[flowIds.review]);
  await until(triggerRequestId, 'Review', 'WAITING');

  const unfit = await world.inbound
    .receive(world.carrier, { requestId, payload: { approved: 'perhaps' } })
    .catch((error: unknown) => error);
  await world.inbound.receive(world.carrier, { requestId, payload: { approved: true, revenue: 1234.5 } });
  await completed(triggerRequestId);

  expect(unfit).toBeInstanceOf(BadRequest);
  expect((unfit as BadRequest).errors).toMatchObject([{ field: 'payload.approved' }]);
  const review = await ActionRun.query(world.db).findById([triggerRequestId, flowIds.review]);
  expect(review).toMatchObject({
    state: 'SUCCEEDED',
    waitsFor: 'the reviewer',
    result: { metadata: { review: { approved: true, revenue: 1234.5 } } },
  });
  // What the flow quotes then is the event's intake, which that event saves again: the answer may be one of the past
  // by now.
  const clientId = String(metadata.client);
  const client = await Client.query(world.db).findById(clientId).throwIfNotFound();
  const past = await ClientAnswerVersion.query(world.db).where('client_id', clientId);
  const revenues = [client, ...past].map(({ answers }) => answers['shop.revenue']);
  expect(revenues).toContainEqual(expect.objectContaining({ answer: '1234.5' }));
}, 60_000);

it('takes a payload that comes before its wait begins', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  service.answer(async (request, response) => {
    await held;
    json(200, { result: { score: 99 } })(request, response);
  });
  const fired = intakeComplete();
  await expect.poll(() => service.received.at(-1)?.body?.text, { timeout: 20_000 }).toBe('from a friend.');
  const early = await expect
    .poll(async () => ActionRun.query(world.db).findOne({ action_id: flowIds.review, state: 'RUNNING' }), {
      timeout: 20_000,
    })
    .toBeDefined()
    .then(() => ActionRun.query(world.db).findOne({ action_id: flowIds.review, state: 'RUNNING' }));

  await world.inbound.receive(world.carrier, {
    requestId: String(early?.requestId),
    payload: { approved: false },
  });
  letGo();
  const { triggerRequestId } = await fired;
  await completed(triggerRequestId);

  expect(await actionsOf(triggerRequestId)).toMatchObject({ Review: 'SUCCEEDED' });
}, 60_000);

it('runs what is configured for a failure, and not otherwise', async () => {
  const { metadata } = await fire('CREATE_OR_UPDATE_CLIENT', { intake: {}, clientName: 'Somebody' });
  const payload = { clientId: metadata.client, intake: {} };
  service.answer(json(500, {}));

  const failed = await fire('CLIENT_VALIDATION', payload);
  await completed(failed.triggerRequestId);
  service.answer(json(200, {}));
  const fine = await fire('CLIENT_VALIDATION', payload);
  await completed(fine.triggerRequestId);

  expect(failed).toMatchObject({ executedActionCount: 2 });
  expect(await actionsOf(failed.triggerRequestId)).toMatchObject({
    Hasty: 'FAILED',
    Alarm: 'FAILED',
    Survey: 'SUCCEEDED',
    'Say that it failed': 'SUCCEEDED',
  });
  const alarm = await ActionRun.query(world.db).findById([failed.triggerRequestId, flowIds.alarm]);
  expect(alarm).toMatchObject({
    attempts: 2,
    lastError: 'screening answered with status 500 (after 2 attempts)',
  });
  expect(await childrenOf(failed.triggerRequestId)).toMatchObject([{ type: 'CLIENT_VALIDATION_FAILED' }]);
  expect(await actionsOf(fine.triggerRequestId)).toEqual({
    Hasty: 'FAILED',
    Alarm: 'SUCCEEDED',
    Survey: 'SKIPPED',
  });
}, 60_000);

it('stops events that would fire each other without end', async () => {
  const { metadata } = await fire('CREATE_OR_UPDATE_CLIENT', { intake: {}, clientName: 'Somebody' });

  await fire('POLICY_LIMIT_CHANGED', { clientId: metadata.client });

  await expect
    .poll(() => ActionRun.query(world.db).findOne({ action_id: flowIds.ping, state: 'FAILED' }), {
      timeout: 30_000,
    })
    .toMatchObject({ lastError: expect.stringContaining('would loop') });
  expect(await ActionRun.query(world.db).where('action_id', flowIds.ping).resultSize()).toBe(2);
}, 60_000);

it('answers the same again when the event is fired again', async () => {
  scored(10);
  const envelope = eventEnvelope.parse({
    type: 'INTAKE_COMPLETE',
    lineId: shopIds.line,
    triggerRequestId: randomUUID(),
    payload: { intake: intakeOf({ 'client.name': 'Twice' }) },
  });
  const first = await world.events.fire(world.agency, envelope);
  await completed(first.triggerRequestId);

  expect(await world.events.fire(world.agency, envelope)).toEqual(first);
  expect(await childrenOf(first.triggerRequestId)).toHaveLength(1);
}, 60_000);

it('still quotes as before', async () => {
  const result = await world.events.fire(world.agency, aFire({ forceSync: true }));
  expect(result.metadata.quotes).toHaveLength(2);
}, 30_000);
