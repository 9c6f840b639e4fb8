import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requoteEvent } from '../../api/event-firing/requote.js';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { ActionRun } from '../../db/models/action-run.js';
import { DataLookup } from '../../db/models/data-lookup.js';
import { Quote } from '../../db/models/quote.js';
import { entryOf } from '../../domain/intake/answers.js';
import { lookupsOfQuote } from '../../domain/lookups/looked-up.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { type PremiumReason, reasonText } from '../../domain/reasons/reasons.js';
import { aCarrierServer, type CarrierServer } from '../support/carrier-server.js';
import { testRater } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { iterationId, lookupIds, lookupProduct, shopWithVehicles } from '../support/lookup-product.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';

/** A small source: scores by name and values by VIN, which may fail, be late or wrong. */
const values: Record<string, unknown> = { VIN1: 10_000, VIN2: 20_000, VIN3: 30_000 };
const vinStatus: Record<string, number> = { GONE: 404, BUSY: 503 };
let scoreFails: (attempt: number) => { status: number } | 'LATE' | undefined;
let score: unknown;
let asked: { path: string; id: string; body: Record<string, string> }[];

let lives: PolicyLives;
let source: CarrierServer;

beforeAll(async () => {
  source = await aCarrierServer();
  source.answer(({ path, headers, body }, response) => {
    asked.push({ path, id: String(headers['webhook-id']), body });
    const sent = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (path === '/vin') return sent(vinStatus[body.vin] ?? 200, { value: values[body.vin] });
    const fails = scoreFails(asked.filter((one) => one.path === '/score').length);
    if (fails === 'LATE') return undefined;
    return fails ? sent(fails.status, {}) : sent(200, { result: { score } });
  });
  lives = await policyLives(lookupProduct(), (world) =>
    world.startWorker({
      scores: { url: source.url, private: true },
      vehicles: { url: source.url, private: true },
    }),
  );
}, 120_000);

afterAll(async () => {
  await lives?.close();
  await source?.stop();
});

beforeEach(() => {
  asked = [];
  score = 30;
  scoreFails = () => undefined;
  lives.setDay('2040-01-01');
});

async function ask(intake = shopWithVehicles(), effectiveDate = '2040-01-01'): Promise<Quote> {
  const envelope = aFire({ forceSync: true, payload: { effectiveDate, intake } });
  const { metadata } = await lives.events.fire(lives.agency, envelope);
  const [quote] = metadata.quotes as QuoteObject[];
  return stored(quote!.requestId);
}
const stored = (id: unknown) => Quote.query(lives.db).findById(String(id)).throwIfNotFound().execute();
const scoreOf = ({ intake }: Quote) => {
  const entry = entryOf(intake, 'shop.score');
  return entry?.type === 'ANSWER' ? entry.answer : undefined;
};
/** What raised the premium most, in words, as the raw data of the quote say. */
async function reasonsOf({ requestId }: Quote): Promise<string[]> {
  const { rawQuoteDetails } = await lives.quotes.one(lives.agency, requestId, { includeRawData: true });
  const { reasons } = rawQuoteDetails as never as { reasons: PremiumReason[] };
  return reasons.map((reason) => `${reasonText(reason)} +${reason.amount}`);
}
const codesOf = ({ messages }: Quote) => messages.map(({ code }) => code);

describe('a quote', () => {
  it('is rated with what its sources say, which it lists with source and time', async () => {
    const quote = await ask(shopWithVehicles([['VIN1'], ['VIN2'], ['VIN1']]));

    // 1 % of 100,000, 30 points, 3 % of 40,000.
    expect(quote).toMatchObject({ premium: '2500.00', bindable: true, messages: [] });
    expect(lookupsOfQuote(quote)).toMatchObject([
      { qid: 'shop.score', value: '30', basis: 'SOURCE', source: 'scores', ageDays: 0 },
      { qid: 'vehicle.value', value: '10000', iterationId: iterationId(0) },
      { qid: 'vehicle.value', value: '20000', iterationId: iterationId(1) },
      { qid: 'vehicle.value', value: '10000', iterationId: iterationId(2) },
    ]);
    expect(await reasonsOf(quote)).toEqual(['Fire score: 30 +300.00']);
    expect(asked.map(({ path }) => path).sort()).toEqual(['/score', '/vin', '/vin']);
    const kept = await DataLookup.query(lives.db).where('trigger_request_id', quote.triggerRequestId);
    expect(kept).toHaveLength(4);
    expect(kept.every(({ clientId }) => clientId === quote.clientId)).toBe(true);
  });

  it('is rated again without the source', async () => {
    const quote = await ask();
    asked = [];
    score = 99;
    const { db, catalog, agency } = lives;
    const replays = new QuoteReplays({ db, catalog, rater: testRater() });
    expect(await replays.replay(agency, quote.requestId)).toMatchObject({ result: 'identical' });
    expect(asked).toEqual([]);
  });

  it('tries again with the same id where the source fails once', async () => {
    scoreFails = (attempt) => (attempt === 1 ? { status: 503 } : undefined);
    const quote = await ask();
    expect(scoreOf(quote)).toBe('30');
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it.each([
    ['fails', () => ({ status: 500 }), 30, 'status 500'],
    ['is late', () => 'LATE' as const, 30, 'no answer within 1 s'],
    ['gives a wrong type', () => undefined, 'high', 'is no NUMBER'],
  ])('says that the default is used where the source %s', async (_how, fails, answer, why) => {
    scoreFails = fails;
    score = answer;
    const quote = await ask();
    expect(scoreOf(quote)).toBe('50');
    expect(quote).toMatchObject({ premium: '1500.00', bindable: true });
    expect(codesOf(quote)).toEqual(['LOOKUP_DEFAULTED']);
    expect(quote.messages[0]?.message).toContain(why);
    const run = await ActionRun.query(lives.db).findById([quote.triggerRequestId, lookupIds.score]);
    expect(run).toMatchObject({ state: 'FAILED', type: 'DATA_LOOKUP' });
  });

  it('is referred where the source that decides that does not know the vehicle', async () => {
    const quote = await ask(shopWithVehicles([['UNKNOWN', '7000']]));
    expect(quote).toMatchObject({ premium: '1510.00', bindable: false, requiresUnderwriterApproval: true });
    expect(codesOf(quote)).toEqual(['LOOKUP_REFERRED']);
  });
});

it('asks again only for what may still be answered', async () => {
  const quote = await ask(
    shopWithVehicles([
      ['GONE', '1'],
      ['BUSY', '1'],
    ]),
  );
  const vins = asked.flatMap(({ body }) => body.vin ?? []);
  expect(vins.toSorted()).toEqual(['BUSY', 'BUSY', 'BUSY', 'GONE']);
  expect(codesOf(quote)).toEqual(['LOOKUP_REFERRED', 'LOOKUP_REFERRED']);
});

describe('a quote that is quoted again', () => {
  it('has what people typed, and is looked up anew', async () => {
    const intake = shopWithVehicles([['VIN1', '1']]);
    const quote = await ask(intake);
    expect(codesOf(quote)).toEqual(['LOOKUP_CONFLICT']);
    const envelope = await requoteEvent(lives.db, lives.agency, quote.requestId, {});
    expect(envelope.payload).toMatchObject({ intake });
    expect(JSON.stringify(envelope.payload)).not.toContain('shop.score');
  });
});

describe('an answer that is young enough', () => {
  it('is used again for the same organization only', async () => {
    await ask(shopWithVehicles([['VIN3']]));
    lives.setDay('2040-01-20');
    asked = [];
    const again = await ask(shopWithVehicles([['VIN3']]), '2040-02-01');
    expect(asked.map(({ path }) => path)).toEqual(['/score']);
    expect(lookupsOfQuote(again)[1]).toMatchObject({ basis: 'REUSED', value: '30000', ageDays: 19 });

    asked = [];
    const envelope = aFire({
      forceSync: true,
      payload: { effectiveDate: '2040-02-01', intake: shopWithVehicles([['VIN3']]) },
    });
    await lives.events.fire(lives.carrier, envelope);
    expect(asked.map(({ path }) => path).sort()).toEqual(['/score', '/vin']);

    lives.setDay('2040-03-01');
    asked = [];
    await ask(shopWithVehicles([['VIN3']]), '2040-03-01');
    expect(asked.map(({ path }) => path).sort()).toEqual(['/score', '/vin']);
  });
});

describe('a policy', () => {
  async function aPolicy(): Promise<string> {
    const quote = await ask(shopWithVehicles([['VIN1']]));
    const { POLICY_CREATE } = await lives.fire('POLICY_CREATE', {
      ...{ clientId: quote.clientId, quoteIds: [quote.requestId], paymentRequired: false },
      paymentPlans: { [quote.requestId]: 'FULL_PAYMENT' },
    });
    const [{ id }] = (POLICY_CREATE as never as { policies: [{ id: string }] }).policies;
    return id;
  }

  it('asks in an endorsement for what changes, and nothing else', async () => {
    const policyId = await aPolicy();
    lives.setDay('2040-04-01');
    asked = [];
    score = 90;
    const { vehicles } = shopWithVehicles([['VIN2']]);
    const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', {
      ...{ policyId, effectiveDate: '2040-04-01' },
      intake: { vehicles, ...intakeOf({ 'shop.score': '1' }) },
    });
    expect(asked.map(({ body }) => body)).toEqual([{ vin: 'VIN2' }]);
    const quote = await stored(quoteId);
    expect(lookupsOfQuote(quote)).toMatchObject([{ qid: 'vehicle.value', value: '20000', basis: 'SOURCE' }]);
    expect(codesOf(quote)).toEqual(['LOOKED_UP_ONLY']);
    expect(quote.metadata).toMatchObject({
      policyChange: { termPremium: { before: '1600.00', after: '1900.00' } },
    });
    expect(await reasonsOf(quote)).toEqual(['Value: 20000 (was 10000) (vehicles #1) +300.00']);
  });

  it('asks again for its renewal, whose answers are no conflict with its own earlier ones', async () => {
    const policyId = await aPolicy();
    lives.setDay('2040-11-15');
    asked = [];
    score = 90;
    const { quoteId } = await lives.fire('POLICY_RENEWAL_QUOTING', { policyId });
    expect(asked.map(({ path }) => path).sort()).toEqual(['/score', '/vin']);
    const quote = await stored(quoteId);
    expect(quote).toMatchObject({ type: 'RENEWAL', premium: '2200.00' });
    expect(codesOf(quote)).toEqual([]);
    expect(scoreOf(quote)).toBe('90');
    expect(await reasonsOf(quote)).toEqual(['Fire score: 90 (was 30) +600.00']);
  });
});
