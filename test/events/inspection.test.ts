import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { firingPermissions } from '../../domain/events/declarations/declaration.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import { json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { marketIds } from '../support/market-product.js';
import { shopIds } from '../support/shop-product.js';
import { runOf } from '../support/workflow-handles.js';

let world: InspectionWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anInspectionWorld();
  stopWorker = await world.startWorkerWithCarrier();
});

beforeEach(() => world.carrierServer.answer(json(202, {})));

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const fire = async (eventTargets: string[], changes: Parameters<typeof aFire>[0] = {}) => {
  const triggerRequestId = randomUUID();
  const envelope = aFire({ triggerRequestId, eventTargets, ...changes });
  await world.events.fire(world.agency, envelope);
  return { triggerRequestId, envelope };
};

/** An event of the agency's that asked a carrier which answers later. */
async function aWaitingEvent(eventTargets: string[] = [marketIds.market]) {
  const fired = await fire(eventTargets);
  await expect
    .poll(async () => actionIn(await world.look(fired.triggerRequestId), marketIds.market)?.state, {
      timeout: 20_000,
    })
    .toBe('WAITING');
  return fired;
}

const actionIn = ({ actions }: { actions: { actionId: string }[] }, id: string) =>
  actions.find(({ actionId }) => actionId === id) as
    | { state: string; attempts: number; lastError?: string; earlierRuns?: object[] }
    | undefined;

/** Its request died after it had written the row, a minute ago. */
async function anEventNeverStarted() {
  const triggerRequestId = randomUUID();
  const envelope = aFire({ triggerRequestId, eventTargets: [shopIds.standard] });
  await world.eventsCutOff.fire(world.agency, envelope).catch((error: unknown) => error);
  await world
    .db('events')
    .where('trigger_request_id', triggerRequestId)
    .update({ created_at: world.db.raw(`now() - interval '1 minute'`) });
  return { triggerRequestId, envelope };
}

describe('an event', () => {
  it('is shown with what each action did, what it waits for, and where to go on', async () => {
    const batchId = randomUUID();
    const { triggerRequestId } = await fire([marketIds.market, shopIds.standard], { batchId });
    await expect
      .poll(async () => actionIn(await world.look(triggerRequestId), marketIds.market)?.state)
      .toBe('WAITING');
    const requestId = quoteIdOf(triggerRequestId, marketIds.market);
    const standardQuote = quoteIdOf(triggerRequestId, shopIds.standard);
    const seen = await world.look(triggerRequestId);
    expect(seen).toMatchObject({
      triggerRequestId,
      type: 'GET_QUOTES',
      state: 'RUNNING',
      lineId: shopIds.line,
      lineName: 'Shop',
      clientId: expect.any(String),
      batchId,
      source: { sourceType: 'EXTERNAL', organizationId: world.agency.organizationId },
      failedActionCount: 0,
      retries: 0,
      actions: [
        { kind: 'DEFAULT', type: 'SAVE_CLIENT', state: 'SUCCEEDED', attempts: 1 },
        { kind: 'CONFIGURED', type: 'IOI_RATING', state: 'SUCCEEDED', requestId: standardQuote },
        {
          kind: 'CONFIGURED',
          type: 'THIRD_PARTY_RATING',
          name: 'Market',
          state: 'WAITING',
          requestId,
          waitsFor: 'the answer of carrier',
          waitsUntil: expect.stringMatching(/Z$/),
        },
      ],
      links: {
        self: `/ioi/v3/event/${triggerRequestId}`,
        quotesOfEvent: `/ioi/v3/quotes/trigger/${triggerRequestId}`,
        quotes: [`/ioi/v3/quote/${standardQuote}`],
        policies: [],
        batch: `/ioi/v3/event/batch/${batchId}`,
        children: [],
        temporal: `http://ui.example:8233/namespaces/default/workflows/${(await runOf(world, triggerRequestId)).workflowId}`,
      },
    });
    expect(seen).not.toHaveProperty('closedTimestamp');
    expect(seen).not.toHaveProperty('triggerResult');

    await world.inbound.receive(world.carrier, { requestId, payload: { outcome: 'QUOTED', premium: 1 } });
    expect(await world.until(triggerRequestId, 'COMPLETED')).toMatchObject({
      triggerResult: { executedActionCount: 2, metadata: { client: expect.any(String) } },
      closedTimestamp: expect.stringMatching(/Z$/),
    });
  });

  it('shows what is planned, and after its end what never ran', async () => {
    const { triggerRequestId: orphan } = await anEventNeverStarted();
    const states = async () =>
      (await world.look(orphan)).actions.map(({ kind, state, attempts }) => [kind, state, attempts]);
    expect((await world.look(orphan)).state).toBe('ACCEPTED');
    expect(await states()).toEqual([
      ['DEFAULT', 'PLANNED', 0],
      ['CONFIGURED', 'PLANNED', 0],
    ]);
    expect((await world.post(`/event/${orphan}/cancel`)).status).toBe(200);
    expect((await states()).map(([, state]) => state)).toEqual(['NOT_RUN', 'NOT_RUN']);
  });

  it('shows no secrets of its trigger result', async () => {
    const { triggerRequestId } = await fire([shopIds.standard]);
    await world.until(triggerRequestId, 'COMPLETED');
    const metadata = { PAYMENT_SETUP: { amountTotal: 5, clientSecret: 'pi_secret' }, quotes: [{ a: 1 }] };
    await Event.query(world.db)
      .findById(triggerRequestId)
      .patch({ triggerResult: { executedActionCount: 1, expectedResponseCount: 1, metadata } });
    const { triggerResult } = await world.look(triggerRequestId);
    expect(triggerResult?.metadata).toMatchObject({ PAYMENT_SETUP: { amountTotal: 5 }, quotes: [{ a: 1 }] });
    expect(JSON.stringify(triggerResult)).not.toContain('pi_secret');
  });

  it('is its organization’s alone, and needs the permissions', async () => {
    const { triggerRequestId } = await fire([shopIds.standard]);
    const paths = {
      get: [`/event/${triggerRequestId}`, `/event/batch/${randomUUID()}`],
      post: [`/event/${triggerRequestId}/cancel`, `/event/${triggerRequestId}/retry`],
    };
    const foreign = await world.aKey(world.carrier.organizationId);
    for (const path of paths.get) expect((await world.get(path, foreign)).status).toBe(404);
    for (const path of paths.post) expect((await world.post(path, {}, foreign)).status).toBe(404);
    const { agency } = world;
    const firing = await world.aKey(agency.organizationId, [...firingPermissions]);
    const reading = await world.aKey(agency.organizationId, ['events:read']);
    for (const path of [...paths.get, '/event']) expect((await world.get(path, firing)).status).toBe(403);
    for (const path of paths.post) expect((await world.post(path, {}, reading)).status).toBe(403);
    expect((await world.get(`/event/${triggerRequestId}`, reading)).status).toBe(200);
    expect((await world.get('/event/nonsense')).status).toBe(400);
  });
});

describe('canceling', () => {
  it('ends what waits, and is safe to repeat', async () => {
    const { triggerRequestId, envelope } = await aWaitingEvent();
    const [first, again] = await Promise.all([
      world.post(`/event/${triggerRequestId}/cancel`),
      world.post(`/event/${triggerRequestId}/cancel`),
    ]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({
      state: 'CANCELLED',
      cancelRequestedTimestamp: expect.any(String),
      closedTimestamp: expect.any(String),
    });
    expect(actionIn(first.body, marketIds.market)).toMatchObject({ state: 'CANCELLED' });
    expect((await world.post(`/event/${triggerRequestId}/cancel`)).status).toBe(200);
    expect((await world.post(`/event/${triggerRequestId}/retry`)).status).toBe(409);
    expect(await world.events.fire(world.agency, envelope)).toMatchObject({ executedActionCount: 1 });
  });

  it('is refused where the event is over', async () => {
    const { triggerRequestId } = await fire([shopIds.standard]);
    await world.until(triggerRequestId, 'COMPLETED');
    const refused = await world.post(`/event/${triggerRequestId}/cancel`);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `event ${triggerRequestId} is over: it is completed`,
    ]);
  });

  it('closes an event whose run was never started, which is then not started any more', async () => {
    const { triggerRequestId: orphan, envelope } = await anEventNeverStarted();
    const cancelled = await world.post(`/event/${orphan}/cancel`);
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'CANCELLED']);
    await world.sweep.sweep();
    expect((await world.post('/event/fire', envelope)).status).toBe(409);
    await expect((await runOf(world, orphan)).describe()).rejects.toThrow();
    expect(await ActionRun.query(world.db).where('trigger_request_id', orphan).resultSize()).toBe(0);
  });
});

describe('a run that ended without closing its event', () => {
  it('is found by how it ended: its event has failed, and what was under way can be run again', async () => {
    const { triggerRequestId } = await aWaitingEvent();
    const { triggerRequestId: waiting } = await aWaitingEvent();
    await (await runOf(world, triggerRequestId)).terminate('by a test');
    await expect
      .poll(
        async () => {
          await world.sweep.closeLost();
          return (await world.look(triggerRequestId)).state;
        },
        { timeout: 20_000 },
      )
      .toBe('FAILED');
    const lost = await world.look(triggerRequestId);
    expect(lost.failedActionCount).toBe(1);
    expect(actionIn(lost, marketIds.market)).toMatchObject({
      state: 'FAILED',
      lastError: 'the run was terminated in Temporal',
    });
    expect((await world.look(waiting)).state).toBe('RUNNING');

    world.carrierServer.answer(json(200, { outcome: 'QUOTED', premium: '500' }));
    expect((await world.post(`/event/${triggerRequestId}/retry`)).status).toBe(202);
    const done = await world.until(triggerRequestId, 'COMPLETED');
    expect(done).toMatchObject({
      retries: 1,
      failedActionCount: 0,
      triggerResult: { executedActionCount: 1, expectedResponseCount: 1 },
    });
    await world.post(`/event/${waiting}/cancel`);
  });

  it('before it began has failed, too, and runs as a whole when it is run again', async () => {
    await stopWorker();
    const { triggerRequestId: orphan } = await anEventNeverStarted();
    const { plan } = await Event.query(world.db).findById(orphan).throwIfNotFound();
    await world.runs.startLate(plan);
    await (await runOf(world, orphan)).terminate('by a test');
    await world.sweep.sweep();
    expect((await world.look(orphan)).state).toBe('FAILED');
    stopWorker = await world.startWorkerWithCarrier();
    expect((await world.post(`/event/${orphan}/retry`)).status).toBe(202);
    expect(await world.until(orphan, 'COMPLETED')).toMatchObject({
      actions: [{ state: 'SUCCEEDED' }, { state: 'SUCCEEDED' }],
      triggerResult: { executedActionCount: 1, metadata: { client: expect.any(String) } },
    });
  }, 60_000);
});
