import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { marketIds } from '../support/market-product.js';
import { shopIds } from '../support/shop-product.js';

let world: InspectionWorld;
let stopWorker: () => Promise<void>;
const batchId = randomUUID();
const declined = { 'shop.revenue': { type: 'ANSWER' as const, qid: 'shop.revenue', answer: '9500000' } };
/** By name, in the order in which they were fired. */
const ids = { quoted: '', refused: '', waiting: '', declined: '' };

beforeAll(async () => {
  world = await anInspectionWorld();
  stopWorker = await world.startWorkerWithCarrier();
  const fire = async (name: keyof typeof ids, eventTargets: string[], changes = {}) => {
    ids[name] = randomUUID();
    const envelope = aFire({ triggerRequestId: ids[name], batchId, eventTargets, ...changes });
    await world.events.fire(world.agency, envelope);
  };
  await fire('quoted', [shopIds.standard]);
  world.carrierServer.answer(json(422, {}));
  await fire('refused', [marketIds.market, shopIds.standard]);
  await world.until(ids.refused, 'COMPLETED');
  world.carrierServer.answer(json(202, {}));
  await fire('waiting', [marketIds.market]);
  await world.until(ids.waiting, 'RUNNING');
  await fire('declined', [shopIds.standard], { payload: { intake: declined } });
  for (const id of [ids.quoted, ids.declined]) await world.until(id, 'COMPLETED');
  // Another organization's, in the same batch.
  await world.events.fire(world.carrier, aFire({ batchId, eventTargets: [shopIds.standard] }));
});

afterAll(async () => {
  await world?.post(`/event/${ids.waiting}/cancel`);
  await stopWorker?.();
  await world?.close();
});

const list = async (query: string) => (await world.get(`/event?${query}`)).body;
const idsIn = async (query: string): Promise<string[]> =>
  (await list(query)).content.map(({ triggerRequestId }: { triggerRequestId: string }) => triggerRequestId);

describe('the list of events', () => {
  it('has the organization’s own, newest first, in pages', async () => {
    const all = [ids.declined, ids.waiting, ids.refused, ids.quoted];
    expect(await idsIn('')).toEqual(all);
    expect([...(await idsIn('size=3')), ...(await idsIn('size=3&page=1'))]).toEqual(all);
    expect(await list('size=3&page=1')).toMatchObject({
      ...{ number: 1, size: 3, totalElements: 4, totalPages: 2, totalIsExact: true },
      ...{ first: false, last: true, numberOfElements: 1, empty: false },
    });
    expect(await list('page=9')).toMatchObject({ content: [], empty: true, last: true, totalElements: 4 });
    const [newest, , refused] = (await list('')).content;
    expect(newest).toMatchObject({ type: 'GET_QUOTES', lineName: 'Shop', batchId, failedActionCount: 0 });
    expect(refused.failedActionCount).toBe(1);
  });

  it('is narrowed by what is asked for', async () => {
    const { clientId } = await world.look(ids.refused);
    expect(await idsIn(`clientId=${clientId}`)).toEqual([ids.refused]);
    expect(await idsIn('state=RUNNING')).toEqual([ids.waiting]);
    expect(await idsIn('waiting=true')).toEqual([ids.waiting]);
    expect(await idsIn('waiting=false&failedActions=false')).toEqual([ids.declined, ids.quoted]);
    expect(await idsIn('failedActions=true')).toEqual([ids.refused]);
    expect(await idsIn('failedActions=true&type=POLICY_CANCEL')).toEqual([]);
    expect(await idsIn('state=COMPLETED&type=GET_QUOTES&size=1')).toEqual([ids.declined]);
    expect(await idsIn('type=POLICY_CANCEL')).toEqual([]);
    expect(await idsIn(`lineId=${shopIds.line}&batchId=${batchId.toUpperCase()}`)).toHaveLength(4);
    for (const other of ['lineId', 'clientId', 'policyId', 'batchId']) {
      expect(await idsIn(`${other}=${randomUUID()}`)).toEqual([]);
    }
  });

  it('is bounded by time, both ends included', async () => {
    const { createdTimestamp: waitingAt } = await world.look(ids.waiting);
    const { createdTimestamp: refusedAt } = await world.look(ids.refused);
    expect(await idsIn(`createdFrom=${refusedAt}&createdTo=${waitingAt}`)).toEqual([
      ids.waiting,
      ids.refused,
    ]);
    const today = waitingAt.slice(0, 10);
    expect((await idsIn(`createdTo=${today}`)).length).toBeGreaterThan(0);
    expect(await idsIn(`createdTo=2020-01-01`)).toEqual([]);
    expect(await idsIn(`createdFrom=2999-01-01`)).toEqual([]);
  });

  it.each([
    ['size=0', 'size'],
    ['size=1001', 'size'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=10&size=1000', 'page'],
    ['type=NOTHING', 'type'],
    ['state=OPEN', 'state'],
    ['clientId=1', 'clientId'],
    ['createdFrom=yesterday', 'createdFrom'],
    ['createdTo=2027-02-30', 'createdTo'],
  ])('refuses %s', async (query, field) => {
    const answer = await world.get(`/event?${query}`);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
  });
});

describe('a batch', () => {
  it('shows how far it is', async () => {
    const answer = await world.get(`/event/batch/${batchId}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      batchId,
      totalEvents: 4,
      openEvents: 1,
      states: { ACCEPTED: 0, RUNNING: 1, COMPLETED: 3, CANCELLED: 0, FAILED: 0 },
      quotes: { quoted: 2, declined: 2 },
      firstCreatedTimestamp: (await world.look(ids.quoted)).createdTimestamp,
      lastCreatedTimestamp: (await world.look(ids.declined)).createdTimestamp,
      lastClosedTimestamp: expect.stringMatching(/Z$/),
      failedEvents: 1,
      failedTriggerRequestIds: [ids.refused],
    });
  });

  it('is unknown to those who have no event in it', async () => {
    const stranger = await world.aKey(world.stranger.organizationId);
    expect((await world.get(`/event/batch/${batchId}`, stranger)).status).toBe(404);
    expect((await world.get(`/event/batch/${randomUUID()}`)).status).toBe(404);
  });
});
