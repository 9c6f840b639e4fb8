import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadRequest } from '../../api/errors/app-error.js';
import { closeEvent } from '../../db/events/close-event.js';
import { recordAction } from '../../db/events/record-action.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const wait = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f90';

/** Actions that each fire an event about the same client. */
const firing = (times: number, eventType: string) =>
  Array.from({ length: times }, (_, at) => ({
    ...{ id: randomUUID(), type: 'FIRE_EVENT', name: `Fire ${at}`, eventType },
    payload: { clientId: '{{event.clientId}}', intake: {} },
  }));

/**
 * A shop whose standard plan doubles a text, that waits for a payload whose pattern backtracks elsewhere, and
 * whose events fire more and more events.
 */
function hostileShop(): ProductDefinition {
  const shop = structuredClone(shopProduct());
  const derive = Array.from({ length: 22 }, (_, at) => {
    const before = at === 0 ? { '??': [{ answer: 'client.name' }, 'Nobody'] } : { value: `text${at - 1}` };
    return { name: `Double ${at}`, op: 'derive', as: `text${at}`, value: { cat: [before, before] } };
  });
  const waiting = {
    id: wait,
    type: 'INBOUND_WAIT',
    name: 'Wait',
    waitsFor: 'somebody',
    payloadSchema: { properties: { code: { type: 'string', pattern: '^(a+)+$' } } },
  };
  return productDefinition.parse({
    ...shop,
    ratingPlans: { ...shop.ratingPlans, standard: { ...shop.ratingPlans.standard, derive } },
    configurations: shop.configurations.map((configuration) => ({
      ...configuration,
      events: {
        ...configuration.events,
        INTAKE_COMPLETE: [waiting],
        CREATE_OR_UPDATE_CLIENT: firing(11, 'CLIENT_VALIDATION'),
        CLIENT_VALIDATION: firing(10, 'CLIENT_VALIDATION_FAILED'),
      },
    })),
  });
}

let world: EventWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(hostileShop());
  stopWorker = await world.startWorker();
}, 120_000);

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

it('a plan that doubles a text declines its quote at the step, and other plans quote', async () => {
  const { triggerRequestId } = await world.events.fire(world.agency, aFire({ forceSync: true }));
  const quotes = await Quote.query(world.db).where('trigger_request_id', triggerRequestId);
  const of = (actionId: string) => quotes.find((quote) => quote.actionId === actionId);
  expect(of(shopIds.standard)).toMatchObject({
    type: 'DECLINE',
    messages: [
      { code: 'MISSING_VALUE', step: 'Double 9', message: expect.stringContaining('10000 characters') },
    ],
  });
  expect(of(shopIds.preferred)).toMatchObject({ type: 'QUOTE' });
});

it('events that fire more and more events stop before there are thousands', async () => {
  const intake = intakeOf({ 'client.name': 'Corner Shop' });
  const fired = { type: 'CREATE_OR_UPDATE_CLIENT', lineId: shopIds.line, payload: { intake } };
  await world.events.fire(world.agency, eventEnvelope.parse(fired));
  const below = (type: string) => Event.query(world.db).where({ type });
  const closed = () => below('CLIENT_VALIDATION').whereNotNull('closed_at').resultSize();
  await expect.poll(closed, { timeout: 30_000 }).toBe(11);
  expect(await below('CLIENT_VALIDATION_FAILED').resultSize()).toBe(0);
  const [failed] = await ActionRun.query(world.db).where({ type: 'FIRE_EVENT', state: 'FAILED' });
  expect(failed?.lastError).toBe(
    'CLIENT_VALIDATION_FAILED would be one of 110 events that these actions fire together; 100 are allowed',
  );
});

async function waiting() {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1', 'shop.claims': 'false' });
  const envelope = eventEnvelope.parse({
    type: 'INTAKE_COMPLETE',
    lineId: shopIds.line,
    payload: { intake },
  });
  return world.events.fire(world.agency, envelope);
}

it.each([
  ['SELECT_QUOTE', 'FAILED'],
  ['SAVE_CLIENT', 'COMPLETED'],
])('an event whose action %s failed for good is closed as %s', async (type, state) => {
  const { triggerRequestId } = await waiting();
  const now = new Date();
  await recordAction(world.db, {
    ...{ triggerRequestId, actionId: randomUUID(), kind: 'DEFAULT', type, name: type, state: 'FAILED' },
    ...{ attempts: 1, lastError: 'a defect', requestId: null, startedAt: now, endedAt: now },
  });
  await closeEvent(world.db, triggerRequestId, {}, now);
  expect(await Event.query(world.db).findById(triggerRequestId)).toMatchObject({ state });
});

it('a payload that would keep a pattern busy for years is refused at once', async () => {
  const { metadata } = await waiting();
  const requestId = (metadata.inboundRequests as Record<string, string>)[wait]!;
  const started = performance.now();
  const refused = await world.inbound
    .receive(world.carrier, { requestId, payload: { code: `${'a'.repeat(30)}!` } })
    .catch((error: unknown) => error);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(refused).toBeInstanceOf(BadRequest);
  expect((refused as BadRequest).errors).toMatchObject([{ field: 'payload.code' }]);
  await world.inbound.receive(world.carrier, { requestId, payload: { code: 'aaa' } });
});
