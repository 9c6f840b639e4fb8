import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict, NotFound, Unavailable } from '../../api/errors/app-error.js';
import { InboundService } from '../../api/inbound/service.js';
import { EventRuns } from '../../api/runs/event-runs.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { InboundMessage } from '../../db/models/inbound-message.js';
import { Quote } from '../../db/models/quote.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { quoteIdOf } from '../../domain/quote/new-quote.js';
import type { RunStatus } from '../../workflows/contracts/event-run.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';
import { runOf } from '../support/workflow-handles.js';

const payload = { outcome: 'QUOTED', premium: '812.40', carrierQuoteId: 'L-7' };

let world: EventWorld;
let carrier: CarrierServer;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(marketProduct());
  carrier = await aCarrierServer();
  carrier.answer(json(202, {}));
  stopWorker = await world.startWorker({ carrier: { url: carrier.url, private: true } });
});

afterAll(async () => {
  await stopWorker?.();
  await carrier?.stop();
  await world?.close();
});

/** Fires an event whose one action asks the carrier, and waits until it waits. */
async function aWaitingRequest(target: string = marketIds.market) {
  const triggerRequestId = randomUUID();
  await world.events.fire(world.agency, aFire({ triggerRequestId, eventTargets: [target] }));
  const requestId = quoteIdOf(triggerRequestId, target);
  await until(requestId, 'WAITING');
  return { triggerRequestId, requestId };
}

const actionOf = (requestId: string) => ActionRun.query(world.db).findOne('request_id', requestId);
const quoteOf = (requestId: string) => Quote.query(world.db).findById(requestId);
const until = (requestId: string, state: string) =>
  expect.poll(async () => (await actionOf(requestId))?.state, { timeout: 30_000 }).toBe(state);
const stateOf = async (triggerRequestId: string) =>
  (await Event.query(world.db).findById(triggerRequestId))?.state;
const completed = (triggerRequestId: string) =>
  expect.poll(() => stateOf(triggerRequestId), { timeout: 30_000 }).toBe('COMPLETED');
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'TAKEN',
    (error: unknown) => error,
  );

describe('an answer that comes later', () => {
  it('is waited for, where people can see it, and becomes the quote', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    const handle = await runOf(world, triggerRequestId);
    const { actions } = await handle.query<RunStatus, []>('runStatus');
    expect(actions.find(({ actionId }) => actionId === marketIds.market)).toMatchObject({
      state: 'WAITING',
      waitsFor: 'the answer of carrier',
      waitsUntil: expect.stringMatching(/Z$/),
    });
    const waiting = await actionOf(requestId);
    const hours = (Number(waiting?.waitsUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    expect((await world.quotes.byTrigger(world.agency, triggerRequestId)).quoted).toEqual([]);

    await world.inbound.receive(world.carrier, { requestId, payload });

    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({
      outcome: 'QUOTED',
      premium: '812.40',
      rawQuoteDetails: payload,
      clientId: expect.any(String),
    });
    const { quoted } = await world.quotes.byTrigger(world.agency, triggerRequestId);
    expect(quoted).toMatchObject([{ requestId, quoteDetails: { premium: { amount: 812.4 } } }]);
  });

  it('comes from the quoting organization alone; a malformed one is refused, and a corrected one counts', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    for (const [malformed, field] of [
      [{ odd: 1 }, 'payload.outcome'],
      [{ outcome: 'QUOTED', premium: '12.345' }, 'payload.premium'],
      [{ outcome: 'QUOTED', premium: 12, coverages: [{ title: 'Cyber' }] }, 'payload.coverages.0.type'],
    ] as const) {
      await expect(
        world.inbound.receive(world.carrier, { requestId, payload: malformed as unknown as JsonObject }),
      ).rejects.toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    }
    expect(await InboundMessage.query(world.db).findOne('request_id', requestId)).toBeUndefined();
    expect(await actionOf(requestId)).toMatchObject({ state: 'WAITING' });

    await expect(world.inbound.receive(world.agency, { requestId, payload })).rejects.toBeInstanceOf(
      NotFound,
    );
    await world.inbound.receive(world.carrier, { requestId, payload });
    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({ outcome: 'QUOTED', premium: '812.40' });
  });

  it('is refused where the plan of an algorithm cannot read it, and a corrected one counts', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest(marketIds.algorithm);
    for (const malformed of [{ odd: 1 }, { premium: { total: 200 } }, { premium: 'two hundred' }]) {
      await expect(
        world.inbound.receive(world.carrier, { requestId, payload: malformed as unknown as JsonObject }),
      ).rejects.toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ field: 'payload.premium' })]),
      });
    }
    const answer = { premium: 200, coverages: [{ details: { limits: [{ amount: 1 }] } }] };
    await world.inbound.receive(world.carrier, { requestId, payload: answer });
    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({ outcome: 'QUOTED' });
  });

  it('goes through the plan of an algorithm', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest(marketIds.algorithm);
    const details = { limits: [{ amount: 1 }] };
    await world.inbound.receive(world.carrier, {
      requestId,
      payload: { premium: 200, coverages: [{ details }] },
    });
    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({ premium: '220.00' });
  });

  it('declines, and is kept, where its plan rates more than an amount may have', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest(marketIds.algorithm);
    const answer = { premium: '9999999999999999', coverages: [{ details: { limits: [{ amount: 1 }] } }] };
    await world.inbound.receive(world.carrier, { requestId, payload: answer });
    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({
      outcome: 'DECLINED',
      messages: [{ code: 'AMOUNT_TOO_LARGE' }],
      rawQuoteDetails: answer,
    });
  });

  it('is not waited for longer than the product says', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest(marketIds.impatient);
    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({
      outcome: 'DECLINED',
      messages: [{ code: 'CARRIER_NO_ANSWER' }],
    });
    expect(await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload }))).toBeInstanceOf(
      Conflict,
    );
    expect(await InboundMessage.query(world.db).findOne('request_id', requestId)).toBeUndefined();
  });
});

describe('sent again', () => {
  it('is taken while and after it is worked on, and changes nothing', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    const all = Array.from({ length: 5 }, () =>
      outcomeOf(world.inbound.receive(world.carrier, { requestId, payload })),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set(['TAKEN']));
    await completed(triggerRequestId);
    const reordered = Object.fromEntries(Object.entries(payload).reverse());
    expect(await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload: reordered }))).toBe(
      'TAKEN',
    );
    expect(await InboundMessage.query(world.db).where('request_id', requestId).resultSize()).toBe(1);
  });

  it('is refused where it says something else', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    await world.inbound.receive(world.carrier, { requestId, payload });
    const another = { ...payload, premium: '1.00' };
    expect(
      await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload: another })),
    ).toBeInstanceOf(Conflict);
    await completed(triggerRequestId);
    expect(
      await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload: another })),
    ).toBeInstanceOf(Conflict);
    expect(await quoteOf(requestId)).toMatchObject({ premium: '812.40' });
  });
});

describe('not to be taken', () => {
  it('is what belongs to nobody, or to somebody else', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    for (const [caller, id] of [
      [world.carrier, randomUUID()],
      [world.stranger, requestId],
    ] as const) {
      const refused = await outcomeOf(world.inbound.receive(caller, { requestId: id, payload }));
      expect(refused).toBeInstanceOf(NotFound);
    }
    expect(await stateOf(triggerRequestId)).toBe('RUNNING');
    await (await runOf(world, triggerRequestId)).cancel();
  });

  it('is an answer to a run that was canceled, which closes its rows and keeps its result', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    await (await runOf(world, triggerRequestId)).cancel();
    await until(requestId, 'CANCELLED');
    await expect.poll(() => stateOf(triggerRequestId)).toBe('CANCELLED');
    const again = aFire({ triggerRequestId, eventTargets: [marketIds.market] });
    expect(await world.events.fire(world.agency, again)).toMatchObject({ executedActionCount: 1 });
    expect(await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload }))).toBeInstanceOf(
      Conflict,
    );
  });

  it('is an answer to a run that was terminated behind our back', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    await (await runOf(world, triggerRequestId)).terminate('by a test');
    expect(await outcomeOf(world.inbound.receive(world.carrier, { requestId, payload }))).toBeInstanceOf(
      Conflict,
    );
  });
});

describe('early and late', () => {
  it('is kept for a run that does not wait yet', async () => {
    carrier.answer(async ({ body }, response) => {
      await world.inbound.receive(world.carrier, { requestId: body.requestId, payload });
      response.writeHead(202).end();
    });
    const { metadata, triggerRequestId } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [marketIds.market] }),
    );
    carrier.answer(json(202, {}));
    expect(metadata.quotes).toMatchObject([{ quoteDetails: { premium: { amount: 812.4 } } }]);
    await completed(triggerRequestId);
  });

  it('counts before what the carrier then answers itself', async () => {
    carrier.answer(async ({ body }, response) => {
      await world.inbound.receive(world.carrier, { requestId: body.requestId, payload });
      response.writeHead(500).end();
    });
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [marketIds.market] }),
    );
    carrier.answer(json(202, {}));
    expect(metadata.quotes).toMatchObject([{ type: 'QUOTE', quoteDetails: { premium: { amount: 812.4 } } }]);
  });

  it('is kept while Temporal is away, and told of when it is sent again', async () => {
    const { triggerRequestId, requestId } = await aWaitingRequest();
    const connection = Connection.lazy({ address: '127.0.0.1:1' });
    const { taskQueue } = world;
    const runs = new EventRuns({ client: new Client({ connection }), taskQueue });
    const cutOff = new InboundService({ db: world.db, catalog: world.catalog, runs });
    expect(await outcomeOf(cutOff.receive(world.carrier, { requestId, payload }))).toBeInstanceOf(
      Unavailable,
    );
    await connection.close();

    await world.inbound.receive(world.carrier, { requestId, payload });

    await completed(triggerRequestId);
    expect(await quoteOf(requestId)).toMatchObject({ premium: '812.40' });
  }, 60_000);

  it('does not keep a synchronous fire for ever', async () => {
    const startedAt = Date.now();
    const { metadata, triggerRequestId } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [marketIds.market] }),
    );
    expect(metadata.quotes).toEqual([]);
    expect(Date.now() - startedAt).toBeGreaterThan(24_000);
    expect(Date.now() - startedAt).toBeLessThan(34_000);
    const requestId = quoteIdOf(triggerRequestId, marketIds.market);
    await world.inbound.receive(world.carrier, { requestId, payload });
    await completed(triggerRequestId);
    expect((await world.quotes.byTrigger(world.agency, triggerRequestId)).quoted).toHaveLength(1);
  }, 60_000);
});

it('waits on when the worker is killed, and takes what came meanwhile', async () => {
  await stopWorker();
  stopWorker = async () => undefined;
  const settings = {
    databaseUrl: world.databaseUrl,
    temporalAddress: temporalAddress(),
    taskQueue: world.taskQueue,
    codePath: await workflowBundle(),
    endpoints: {
      carrier: { url: carrier.url, private: true, organizationId: world.carrier.organizationId },
    },
  };
  const aWorkerProcess = async () => {
    const script = new URL('../support/worker-process.ts', import.meta.url);
    const child = fork(script, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    return child;
  };
  const killed = await aWorkerProcess();
  const { triggerRequestId, requestId } = await aWaitingRequest();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const asked = carrier.received.length;

  await world.inbound.receive(world.carrier, { requestId, payload });
  expect(await quoteOf(requestId)).toBeUndefined();

  const second = await aWorkerProcess();
  await expect.poll(() => stateOf(triggerRequestId), { timeout: 90_000 }).toBe('COMPLETED');
  expect(await quoteOf(requestId)).toMatchObject({ premium: '812.40' });
  expect(carrier.received).toHaveLength(asked);
  second.kill('SIGTERM');
  await once(second, 'exit');
}, 150_000);
