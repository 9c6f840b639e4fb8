import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorOf } from '../../api/http/person.js';
import { listQuotes } from '../../db/quotes/list-quotes.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

let world: InspectionWorld;
let stopWorker: () => Promise<void>;
let keys: Record<'seller' | 'insurer' | 'stranger', string>;
/** In the order in which they were made; `own` is of a client of the insurer itself. */
const made = { quoted: '', referred: '', decided: '', declined: '', own: '' };

beforeAll(async () => {
  world = await anInspectionWorld(shopProduct());
  stopWorker = await world.startWorker();
  const { agency, carrier, stranger } = world;
  keys = {
    seller: await world.aKey(agency.organizationId),
    insurer: await world.aKey(carrier.organizationId),
    stranger: await world.aKey(stranger.organizationId),
  };
  const quote = async (revenue: string, effectiveDate: string, by = agency) => {
    const payload = { effectiveDate, intake: intakeOf({ 'client.name': 'Shop', 'shop.revenue': revenue }) };
    const envelope = aFire({ forceSync: true, eventTargets: [shopIds.standard], payload });
    const { metadata } = await world.events.fire(by, envelope);
    return (metadata.quotes as QuoteObject[])[0]?.requestId ?? '';
  };
  made.quoted = await quote('100000', '2027-01-01');
  made.referred = await quote('2000000', '2027-02-01');
  made.decided = await quote('2000000', '2027-03-01');
  made.declined = await quote('9500000', '2027-04-01');
  made.own = await quote('2000000', '2027-05-01', carrier);
  await world.underwriting.decide(carrier, made.decided, { isApproved: true });
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const list = async (by: keyof typeof keys, query = '') =>
  (await world.get(`/quote?${query}`, keys[by]).expect(200)).body;
const idsIn = async (by: keyof typeof keys, query = ''): Promise<string[]> =>
  (await list(by, query)).content.map(({ requestId }: QuoteObject) => requestId);

describe('the list of quotes', () => {
  it('shows the seller its own, the insurer all of its product, newest first, and a stranger none', async () => {
    const ofSeller = [made.declined, made.decided, made.referred, made.quoted];
    expect(await idsIn('seller')).toEqual(ofSeller);
    expect(await idsIn('insurer')).toEqual([made.own, ...ofSeller]);
    expect(await list('stranger')).toMatchObject({ content: [], totalElements: 0, totalIsExact: true });
  });

  it('has those under review, which the insurer decides', async () => {
    expect(await idsIn('insurer', 'underReview=true')).toEqual([made.own, made.referred]);
    expect(await idsIn('seller', 'underReview=true')).toEqual([made.referred]);
    expect(await idsIn('seller', 'underReview=false')).toEqual([made.declined, made.decided, made.quoted]);
    expect(await idsIn('stranger', 'underReview=true')).toEqual([]);
  });

  it('is narrowed by its filters', async () => {
    const [{ clientId }] = (await list('seller', 'size=1&page=3')).content;
    const { lineId } = (await list('seller')).content[0];
    expect(await idsIn('insurer', `clientId=${clientId}`)).toEqual([made.quoted]);
    expect(await idsIn('insurer', 'outcome=DECLINED')).toEqual([made.declined]);
    expect(await idsIn('insurer', `lineId=${lineId}&underReview=true&effectiveDateTo=2027-02-01`)).toEqual([
      made.referred,
    ]);
    expect(await idsIn('insurer', 'effectiveDateFrom=2027-03-01&effectiveDateTo=2027-04-01')).toEqual([
      made.declined,
      made.decided,
    ]);
    expect(await idsIn('insurer', 'clientName=sHo&outcome=DECLINED')).toEqual([made.declined]);
    expect(await idsIn('seller', 'clientName=shop')).toHaveLength(4);
    expect(await idsIn('stranger', 'clientName=shop')).toEqual([]);
    expect(await idsIn('insurer', 'clientName=shopper')).toEqual([]);
    await world.get('/quote?clientName=sh', keys.seller).expect(400);
    for (const other of ['lineId', 'clientId'])
      expect(await idsIn('insurer', `${other}=${randomUUID()}`)).toEqual([]);
    const { quoteTimestamp } = (await list('insurer', 'size=1&page=2')).content[0];
    expect(await idsIn('insurer', `createdFrom=${quoteTimestamp}&createdTo=${quoteTimestamp}`)).toEqual([
      made.decided,
    ]);
  });

  it('is paged, and bounded', async () => {
    const all = await idsIn('insurer');
    expect([...(await idsIn('insurer', 'size=3')), ...(await idsIn('insurer', 'size=3&page=1'))]).toEqual(
      all,
    );
    expect(await list('insurer', 'size=3&page=1')).toMatchObject({
      ...{ number: 1, size: 3, totalElements: 5, totalPages: 2, totalIsExact: true, last: true },
    });
    const limits = { offset: 0, limit: 2, countUpTo: 4 };
    const cut = await listQuotes(world.db, world.carrier.organizationId, {}, limits);
    expect(cut).toMatchObject({ total: 4, isExact: false });
    const beyond = await world.get('/quote?page=500&size=20', keys.insurer).expect(400);
    expect(beyond.body.errors[0].detail).toContain('continue with createdTo of the oldest quote');
    for (const wrong of ['underReview=perhaps', 'lineId=1', 'effectiveDateFrom=2027-02-30', 'outcome=BOUND'])
      await world.get(`/quote?${wrong}`, keys.insurer).expect(400);
    const { body } = await world.get('/quote?createdFrom=yesterday', keys.insurer).expect(400);
    expect(body.errors[0].detail).toBe('must be a date, or an ISO 8601 date-time with an offset');
  });

  it('reads a range of effective dates day by day where it has many quotes', async () => {
    const newest = [made.own, made.declined, made.decided, made.referred, made.quoted];
    const read = async (range: object, offset: number) => {
      const limits = { offset, limit: 2, countUpTo: 1 };
      const { quotes, ...counted } = await listQuotes(world.db, world.carrier.organizationId, range, limits);
      expect(counted).toEqual({ total: 1, isExact: false });
      return quotes.map(({ requestId }) => requestId);
    };
    const whole = { effectiveDateTo: '9999-12-31' };
    expect(await read(whole, 0)).toEqual(newest.slice(0, 2));
    expect(await read(whole, 3)).toEqual(newest.slice(3));
    const some = { effectiveDateFrom: '2027-02-01', effectiveDateTo: '2027-04-01' };
    expect(await read(some, 0)).toEqual([made.declined, made.decided]);
    expect(await read(some, 2)).toEqual([made.referred]);
    expect(await read({ ...some, outcome: 'QUOTED' }, 0)).toEqual([made.decided, made.referred]);
  });

  it('shows the outcome, the premium and who decided', async () => {
    const [declined, decided] = (await list('seller')).content;
    expect(declined).toMatchObject({ outcome: 'DECLINED', underReview: false, bindable: false });
    expect(declined).not.toHaveProperty('premium');
    expect(decided).toMatchObject({
      ...{ outcome: 'QUOTED', underReview: false, bindable: true, premium: expect.any(Number) },
      quotingOrganization: world.carrier.organizationName,
      underwriterResponse: { isApproved: true, createdBy: authorOf(world.carrier) },
    });
    const { outcome: _, premium: __, underReview: ___, clientName, referralReasons, ...rest } = decided;
    const { bound, brokenLimits, taxesAndFees, ...same } = rest;
    expect(taxesAndFees).toBe(0);
    expect(brokenLimits).toEqual([expect.objectContaining({ operator: '>' })]);
    expect([clientName, referralReasons, bound]).toEqual(['Shop', [expect.any(String)], false]);
    const { body } = await world.get(`/quote/${decided.requestId}`, keys.seller);
    expect(body).toMatchObject(same);
  });

  it('is of an event, and of a batch for the organization that fired it', async () => {
    const batchId = randomUUID();
    const fired = async (revenue: string) => {
      const intake = intakeOf({ 'client.name': 'Batch', 'shop.revenue': revenue });
      const payload = { effectiveDate: '2026-06-01', intake };
      const fire = aFire({ forceSync: true, eventTargets: [shopIds.standard], payload, batchId });
      const { triggerRequestId, metadata } = await world.events.fire(world.agency, fire);
      return { triggerRequestId, quoteId: (metadata.quotes as QuoteObject[])[0]?.requestId ?? '' };
    };
    const [first, second] = [await fired('120000'), await fired('9500000')];
    expect(await idsIn('seller', `batchId=${batchId}`)).toEqual([second.quoteId, first.quoteId]);
    expect(await idsIn('seller', `batchId=${batchId}&outcome=QUOTED&bound=false`)).toEqual([first.quoteId]);
    expect(await idsIn('seller', `batchId=${batchId}&bound=true`)).toEqual([]);
    for (const by of ['insurer', 'stranger'] as const)
      expect(await idsIn(by, `batchId=${batchId}`)).toEqual([]);
    const ofEvent = `triggerRequestId=${first.triggerRequestId}`;
    expect(await idsIn('seller', ofEvent)).toEqual([first.quoteId]);
    expect(await idsIn('insurer', ofEvent)).toEqual([first.quoteId]);
    expect(await idsIn('stranger', ofEvent)).toEqual([]);
    for (const none of ['batchId', 'triggerRequestId', 'policyId']) {
      expect(await idsIn('seller', `${none}=${randomUUID()}`)).toEqual([]);
      const { body } = await world.get(`/quote?${none}=x`, keys.seller).expect(400);
      expect(body.errors).toMatchObject([{ field: none }]);
    }
  });

  it('needs the permission to read quotes', async () => {
    const by = await world.aKey(world.carrier.organizationId, ['policies:read']);
    await world.get('/quote', by).expect(403);
  });
});
