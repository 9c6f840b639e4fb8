import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventControl } from '../../api/events/control.js';
import { acceptInbound } from '../../db/events/accept-inbound.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { marketIds } from '../support/market-product.js';
import { shopIds } from '../support/shop-product.js';

const quoted = { outcome: 'QUOTED', premium: '812.40' };

let world: InspectionWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anInspectionWorld();
  stopWorker = await world.startWorkerWithCarrier();
});

beforeEach(() => world.carrierServer.answer(json(422, {})));

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

/** An event whose carrier refused, and whose other action made a quote. */
async function anEventWithAFailure() {
  const triggerRequestId = randomUUID();
  const envelope = aFire({ triggerRequestId, eventTargets: [marketIds.market, shopIds.standard] });
  const result = await world.events.fire(world.agency, envelope);
  await world.until(triggerRequestId, 'COMPLETED');
  return { triggerRequestId, envelope, result, quoteId: quoteIdOf(triggerRequestId, marketIds.market) };
}

const retry = (triggerRequestId: string) => world.post(`/event/${triggerRequestId}/retry`);
const quoteOf = (quoteId: string) => Quote.query(world.db).findById(quoteId);
const marketOf = async (triggerRequestId: string) =>
  (await world.look(triggerRequestId)).actions.find(({ actionId }) => actionId === marketIds.market);

describe('running failed actions again', () => {
  it('makes their quotes anew and leaves the others and the trigger result as they are', async () => {
    const { triggerRequestId, envelope, result, quoteId } = await anEventWithAFailure();
    expect(await quoteOf(quoteId)).toMatchObject({ outcome: 'DECLINED' });
    expect(await world.look(triggerRequestId)).toMatchObject({ failedActionCount: 1 });
    const standard = await quoteOf(quoteIdOf(triggerRequestId, shopIds.standard));
    world.carrierServer.answer(json(200, quoted));

    const taken = await retry(triggerRequestId);

    expect(taken.status).toBe(202);
    expect(taken.body).toMatchObject({ retries: 1, links: { temporal: expect.stringMatching(/-retry-1$/) } });
    const done = await world.until(triggerRequestId, 'COMPLETED');
    expect(done).toMatchObject({
      failedActionCount: 0,
      triggerResult: { executedActionCount: 2, expectedResponseCount: 2, metadata: result.metadata },
    });
    expect(await marketOf(triggerRequestId)).toMatchObject({
      state: 'SUCCEEDED',
      attempts: 1,
      earlierRuns: [{ run: 0, state: 'FAILED', lastError: expect.stringContaining('422') }],
    });
    expect(await quoteOf(quoteId)).toMatchObject({
      outcome: 'QUOTED',
      premium: '812.40',
      clientId: result.metadata.client,
    });
    expect(await quoteOf(quoteIdOf(triggerRequestId, shopIds.standard))).toEqual(standard);
    expect(await world.events.fire(world.agency, envelope)).toEqual(result);
    expect((await world.quotes.byTrigger(world.agency, triggerRequestId)).quoted).toHaveLength(2);
  });

  it('can be done again as long as something fails, and not otherwise', async () => {
    const { triggerRequestId } = await anEventWithAFailure();
    expect((await retry(triggerRequestId)).status).toBe(202);
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await marketOf(triggerRequestId)).toMatchObject({ state: 'FAILED' });
    world.carrierServer.answer(json(200, quoted));
    expect((await retry(triggerRequestId)).status).toBe(202);
    await world.until(triggerRequestId, 'COMPLETED');
    expect((await marketOf(triggerRequestId))?.earlierRuns).toMatchObject([{ run: 0 }, { run: 1 }]);
    const refused = await retry(triggerRequestId);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `nothing failed in event ${triggerRequestId}`,
    ]);
  });

  it('takes away that the failures were acknowledged, which is done once', async () => {
    const { triggerRequestId } = await anEventWithAFailure();
    const { clientId } = await world.look(triggerRequestId);
    const listed = async (query: string) =>
      (await world.get(`/event?clientId=${clientId}&failedActions=true&${query}`)).body.content.length;
    const acknowledge = (note: string) =>
      world.post(`/event/${triggerRequestId}/acknowledge`, { note }).then(({ status, body }) => ({
        ...{ status, note: body.acknowledgement?.note, by: body.acknowledgement?.acknowledgedBy.kind },
      }));
    const first = { status: 200, note: 'sold elsewhere', by: 'API_KEY' };
    expect(await acknowledge(' sold elsewhere ')).toEqual(first);
    expect(await acknowledge('me, too')).toEqual(first);
    expect([await listed('acknowledged=false'), await listed('acknowledged=true')]).toEqual([0, 1]);

    expect((await retry(triggerRequestId)).status).toBe(202);
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await world.look(triggerRequestId)).not.toHaveProperty('acknowledgement');
    expect([await listed('acknowledged=false'), await listed('acknowledged=true')]).toEqual([1, 0]);

    world.carrierServer.answer(json(200, quoted));
    await retry(triggerRequestId);
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await listed('acknowledged=false')).toBe(0);
    expect(await acknowledge('nothing is left')).toMatchObject({ status: 409 });
    const stranger = await world.aKey(world.stranger.organizationId);
    const answer = await world.post(`/event/${triggerRequestId}/acknowledge`, {}, stranger);
    expect(answer.status).toBe(404);
  });

  it('is refused while the event runs; of many requests at once one starts it', async () => {
    const { triggerRequestId } = await anEventWithAFailure();
    world.carrierServer.answer(json(202, {}));
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(triggerRequestId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toContain('still running');
    expect((await world.look(triggerRequestId)).retries).toBe(1);
    await world.post(`/event/${triggerRequestId}/cancel`);
  });

  it('waits for answers that come later, which reach the latest run', async () => {
    const { triggerRequestId, quoteId } = await anEventWithAFailure();
    world.carrierServer.answer(json(202, {}));
    await retry(triggerRequestId);
    await expect.poll(async () => (await marketOf(triggerRequestId))?.state).toBe('WAITING');
    const open = await world.quotes.byTrigger(world.agency, triggerRequestId);
    expect([open.quoted.length, open.declined.length]).toEqual([1, 0]);
    const insurers = await world.aKey(world.carrier.organizationId);
    const answered = await world.post('/inbound', { requestId: quoteId, payload: quoted }, insurers);
    expect(answered.status).toBe(204);
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await quoteOf(quoteId)).toMatchObject({ premium: '812.40' });
  });

  it('can be canceled, and the first result stays', async () => {
    const { triggerRequestId, envelope, result } = await anEventWithAFailure();
    world.carrierServer.answer(json(202, {}));
    await retry(triggerRequestId);
    await expect.poll(async () => (await marketOf(triggerRequestId))?.state).toBe('WAITING');
    const cancelled = await world.post(`/event/${triggerRequestId}/cancel`);
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'CANCELLED']);
    expect(await marketOf(triggerRequestId)).toMatchObject({ state: 'CANCELLED' });
    expect(await world.events.fire(world.agency, envelope)).toEqual(result);
  });

  it('takes an answer that was kept for the failed attempt for what it was', async () => {
    const { triggerRequestId, quoteId } = await anEventWithAFailure();
    world.carrierServer.answer(json(202, {}));
    await retry(triggerRequestId);
    await expect.poll(async () => (await marketOf(triggerRequestId))?.state).toBe('WAITING');
    // Past the validation of answers at the door; the repeat notifies the run.
    const malformed = { requestId: quoteId, payload: { odd: 1 } };
    await acceptInbound(world.db, { organizationId: world.carrier.organizationId, ...malformed });
    await world.inbound.receive(world.carrier, malformed);
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await quoteOf(quoteId)).toMatchObject({ messages: [{ code: 'CARRIER_ANSWER_MALFORMED' }] });

    await retry(triggerRequestId);
    await expect.poll(async () => (await marketOf(triggerRequestId))?.state).toBe('WAITING');
    await world.inbound.receive(world.carrier, { requestId: quoteId, payload: quoted });
    await world.until(triggerRequestId, 'COMPLETED');
    expect(await quoteOf(quoteId)).toMatchObject({ premium: '812.40' });
    expect(await QuoteWorksheet.query(world.db).findById(quoteId)).toBeDefined();
  });
});

it('is started by the sweep where its request died before it started it', async () => {
  const { triggerRequestId } = await anEventWithAFailure();
  world.carrierServer.answer(json(200, quoted));
  await world
    .db('events')
    .where('trigger_request_id', triggerRequestId)
    .update({ created_at: world.db.raw(`now() - interval '1 minute'`) });
  const dying = new EventControl({
    db: world.db,
    catalog: world.catalog,
    runs: {
      cancel: async () => false,
      endOf: (run) => world.runs.endOf(run),
      startSoon: async () => undefined,
    },
    now: () => new Date(),
  });
  await dying.retry(world.agency, triggerRequestId);
  expect((await world.look(triggerRequestId)).state).toBe('ACCEPTED');

  await world.sweep.sweep();

  await world.until(triggerRequestId, 'COMPLETED');
  expect(await marketOf(triggerRequestId)).toMatchObject({ state: 'SUCCEEDED' });
});

it('runs an event as a whole that was refused', async () => {
  const triggerRequestId = randomUUID();
  const envelope = aFire({ triggerRequestId, eventTargets: [shopIds.standard] });
  await world.eventsCutOff.fire(world.agency, envelope).catch((error: unknown) => error);
  await Event.query(world.db)
    .findById(triggerRequestId)
    .patch({
      state: 'FAILED',
      closedAt: new Date(),
      triggerResult: { refusal: { detail: 'not on a Sunday', field: 'payload.effectiveDate' } },
    });
  expect(await world.look(triggerRequestId)).toMatchObject({
    state: 'FAILED',
    refusal: { detail: 'not on a Sunday', field: 'payload.effectiveDate' },
  });

  expect((await retry(triggerRequestId)).status).toBe(202);

  const done = await world.until(triggerRequestId, 'COMPLETED');
  expect(done).not.toHaveProperty('refusal');
  expect(await world.events.fire(world.agency, envelope)).toMatchObject({
    executedActionCount: 1,
    metadata: { client: expect.any(String) },
  });
});
