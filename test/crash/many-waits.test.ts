import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotFound, Unavailable } from '../../api/errors/app-error.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { productDefinition } from '../../domain/product/definition.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

const waitId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0e01';
const laterId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0e02';
const runs = 1_000;

let world: EventWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  const shop = structuredClone(shopProduct()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  const wait = { type: 'INBOUND_WAIT', waitsFor: 'an answer', into: 'answer' };
  shop.configurations[0]!.events.CLAIM_NOTIFICATION = [
    { ...wait, id: waitId, name: 'First answer', order: 1 },
    { ...wait, id: laterId, name: 'Second answer', order: 2, into: 'second' },
  ];
  world = await anEventWorld(productDefinition.parse(shop));
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const aClaim = (triggerRequestId: string) =>
  eventEnvelope.parse({ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, triggerRequestId, payload: {} });

async function inBatches<T>(items: readonly T[], size: number, work: (item: T) => Promise<unknown>) {
  const todo = [...items];
  const worker = async () => {
    for (let item = todo.pop(); item !== undefined; item = todo.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: size }, worker));
}

/** As a caller does that is told to come again. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}

/** The same every time: a run that fails can be repeated. */
function shuffled<T>(items: readonly T[]): T[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

it('gives a thousand waiting runs exactly their own payloads', async () => {
  const ids = Array.from({ length: runs }, () => randomUUID());
  const requestIds = new Map<string, Record<string, string>>();
  await inBatches(ids, 16, async (id) => {
    const { metadata } = await answerOf(() => world.events.fire(world.agency, aClaim(id)));
    requestIds.set(id, metadata.inboundRequests as Record<string, string>);
  });

  // Every first answer twice, every second one too, which for most runs is early; and strangers in between.
  const messages = shuffled(
    ids.flatMap((id) =>
      [waitId, laterId, waitId, laterId].map((actionId, index) => ({
        id,
        actionId,
        foreign: index > 1 && id < '4',
      })),
    ),
  );
  await inBatches(messages, 16, async ({ id, actionId, foreign }) => {
    const requestId = String(requestIds.get(id)?.[actionId]);
    if (foreign) {
      const payload = { from: 'a stranger' };
      await expect(world.inbound.receive(world.stranger, { requestId, payload })).rejects.toBeInstanceOf(
        NotFound,
      );
      return;
    }
    const payload = { for: id, actionId };
    await answerOf(() => world.inbound.receive(world.carrier, { requestId, payload }));
  });

  await expect
    .poll(() => Event.query(world.db).where('state', 'COMPLETED').resultSize(), {
      timeout: 300_000,
      interval: 1000,
    })
    .toBe(runs);
  const answers = await ActionRun.query(world.db)
    .where('type', 'INBOUND_WAIT')
    .select('trigger_request_id', 'action_id', 'state', 'result');
  expect(answers).toHaveLength(2 * runs);
  for (const { triggerRequestId, actionId, state, result } of answers) {
    const [answer] = Object.values((result?.metadata ?? {}) as object);
    expect({ state, answer }).toEqual({ state: 'SUCCEEDED', answer: { for: triggerRequestId, actionId } });
  }
}, 600_000);

it('makes one run of five hundred identical fires, with one answer', async () => {
  const envelope = eventEnvelope.parse({
    type: 'GET_QUOTES',
    lineId: shopIds.line,
    triggerRequestId: randomUUID(),
    payload: { effectiveDate: '2026-12-01', intake: {} },
  });

  const answers = await Promise.all(
    Array.from({ length: 500 }, () => answerOf(() => world.events.fire(world.agency, envelope))),
  );

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const { triggerRequestId } = answers[0]!;
  const runsOfEvent = await ActionRun.query(world.db).where('trigger_request_id', triggerRequestId);
  expect(runsOfEvent.filter(({ kind }) => kind === 'DEFAULT')).toHaveLength(1);
}, 120_000);
