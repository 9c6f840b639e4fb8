import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFound } from '../../api/errors/app-error.js';
import { type EndedAction, recordAction } from '../../db/events/record-action.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { insertQuotes, type NewQuote } from '../../db/quotes/record-quote.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { type QuoteObject, quote as quoteSchema } from '../../domain/quote/quote.js';
import { answers } from '../domain/rating/rating-factory.js';
import { bundleIds, bundleProduct } from '../support/bundle-product.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';

let world: EventWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(bundleProduct());
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const intakeWith = (houseValue: string): AnswerMap =>
  answers({
    'client.name': 'Ada',
    'owner.loyal': 'false',
    'house.value': houseValue,
    cars: [{ 'car.value': '20000' }, { 'car.value': '4000' }],
  });

async function fired(houseValue = '200000', more: Parameters<typeof aFire>[0] = {}) {
  const envelope = aFire({
    lineId: bundleIds.product,
    forceSync: true,
    payload: { intake: intakeWith(houseValue) },
    ...more,
  });
  const result = await world.events.fire(world.agency, envelope);
  return { envelope, result, quotes: result.metadata.quotes as QuoteObject[] };
}

/** A read has the answers that the rating used besides what the event answers. */
const asFired = (read: object) =>
  JSON.parse(JSON.stringify(read, (key, value) => (key === 'ratedAnswers' ? undefined : value)));

describe('a fired bundle rating', () => {
  it('answers one package quote with its component quotes inside', async () => {
    const { result, quotes } = await fired();

    expect(result).toMatchObject({ executedActionCount: 1, expectedResponseCount: 1 });
    expect(quotes).toHaveLength(1);
    const [quote] = quotes;
    expect(quoteSchema.parse(quote)).toEqual(quote);
    expect(quote).toMatchObject({
      actionType: 'BUNDLE_RATING',
      type: 'QUOTE',
      bindable: true,
      lineId: bundleIds.product,
      quoteDetails: { premium: { amount: 2880, per: 'YEAR' } },
    });
    expect(quote?.packageQuotes).toMatchObject([
      {
        type: 'PACKAGE_COMPONENT',
        actionType: 'BUNDLE_RATING',
        lineId: bundleIds.house,
        lineName: 'House',
        bindable: false,
        quoteDetails: { premium: { amount: 2000 } },
        metadata: {
          component: 'house',
          state: 'INCLUDED',
          packagePremium: 1800,
          packageRequestId: quote?.requestId,
        },
      },
      { type: 'PACKAGE_COMPONENT', lineId: bundleIds.car, quoteDetails: { premium: { amount: 1200 } } },
    ]);
    expect(quote?.metadata.components).toEqual([
      {
        component: 'house',
        state: 'INCLUDED',
        packagePremium: 1800,
        lineId: bundleIds.house,
        requestId: quote?.packageQuotes?.[0]?.requestId,
      },
      {
        component: 'car',
        state: 'INCLUDED',
        packagePremium: 1080,
        lineId: bundleIds.car,
        requestId: quote?.packageQuotes?.[1]?.requestId,
      },
    ]);
  });

  it('lets a component quote be read by its own id, by those who may see the package', async () => {
    const { quotes } = await fired();
    const [component] = quotes[0]?.packageQuotes ?? [];
    const id = component?.requestId ?? '';

    const read = await world.quotes.one(world.agency, id, { includeRawData: true });
    const { quoteIntake, rawQuoteDetails, rawQuoteRequest: _, version, updatedTimestamp, ...others } = read;
    const { ratedAnswers, ...rest } = others;
    expect({ version, updatedTimestamp }).toEqual({
      version: expect.any(Number),
      updatedTimestamp: expect.any(String),
    });
    expect(rest).toEqual(component);
    expect(quoteIntake).toEqual(intakeWith('200000'));
    expect(ratedAnswers).toMatchObject(intakeWith('200000'));
    const lines = (rawQuoteDetails?.worksheet ?? []) as { section: string }[];
    expect(lines.map(({ section }) => section)).toContain('coverage:HOUSE');
    expect((await world.quotes.one(world.carrier, id, { includeRawData: false })).requestId).toBe(id);
    await expect(world.quotes.one(world.stranger, id, { includeRawData: false })).rejects.toBeInstanceOf(
      NotFound,
    );
  });

  it('shows the package with its components by id and by trigger, and no component by itself', async () => {
    const { result, quotes } = await fired();
    const { triggerRequestId } = result;

    const byTrigger = await world.quotes.byTrigger(world.agency, triggerRequestId);
    expect(asFired(byTrigger)).toEqual({ quoted: quotes, declined: [] });
    const one = await world.quotes.one(world.agency, quotes[0]?.requestId ?? '', {
      includeRawData: false,
    });
    expect(asFired(one)).toEqual(quotes[0]);
  });

  it('keeps the worksheets of the package and of each component', async () => {
    const { result } = await fired();
    const stored = await Quote.query(world.db)
      .where('trigger_request_id', result.triggerRequestId)
      .orderByRaw('package_position nulls first');
    const sheets = await QuoteWorksheet.query(world.db).findByIds(stored.map(({ requestId }) => requestId));
    const lengthOf = (index: number) =>
      sheets.find(({ requestId }) => requestId === stored[index]?.requestId)?.worksheet.length ?? 0;

    expect(stored).toHaveLength(3);
    expect(lengthOf(0)).toBeGreaterThan(lengthOf(1) + lengthOf(2));
    expect(Math.min(lengthOf(1), lengthOf(2))).toBeGreaterThan(0);
  });

  it('makes nothing twice where it is fired again', async () => {
    const { envelope, result, quotes } = await fired('200000', {
      triggerRequestId: '7d1c6a52-4f0b-4d2b-8a35-0c9b7f3e1a10',
    });
    const again = await world.events.fire(world.agency, envelope);

    expect(again.metadata.quotes).toEqual(quotes);
    const stored = Quote.query(world.db).where('trigger_request_id', result.triggerRequestId);
    expect(await stored.resultSize()).toBe(3);
  });

  it('writes package, components and worksheets once, however often the rating is retried', async () => {
    const { result } = await fired();
    const rows = () =>
      Quote.query(world.db)
        .where('trigger_request_id', result.triggerRequestId)
        .orderByRaw('package_position nulls first');
    const [first, ...components] = (await rows()).map((row) => row.toJSON() as NewQuote);
    const action = await ActionRun.query(world.db)
      .where({ trigger_request_id: result.triggerRequestId, kind: 'CONFIGURED' })
      .first()
      .throwIfNotFound();
    const retried = { ...(action.toJSON() as EndedAction), state: 'FAILED' as const, attempts: 2 };
    const later = [first!, ...components].map((quote) => ({
      quote: { ...quote, premium: '1.00' },
      worksheet: [],
    }));
    const before = await rows();

    expect(await recordAction(world.db, retried)).toBe(false);
    await insertQuotes(world.db, later);

    expect(await rows()).toEqual(before);
    const sheets = await QuoteWorksheet.query(world.db).findByIds(before.map(({ requestId }) => requestId));
    expect(sheets.filter(({ worksheet }) => worksheet.length === 0)).toEqual([]);
    expect(await action.$query(world.db)).toMatchObject({ state: 'SUCCEEDED', attempts: 1 });
  });

  it('shows why it declined: the component and its message', async () => {
    const { result, quotes } = await fired('950000');

    expect(quotes[0]).toMatchObject({ type: 'DECLINE', bindable: false });
    expect(quotes[0]?.quoteDetails).toBeUndefined();
    expect(quotes[0]?.messages).toMatchObject([
      { rule: 'too-dear', component: 'house', message: 'House: Too dear.' },
      { severity: 'WARNING' },
      { severity: 'WARNING' },
      { code: 'COMPONENT_DECLINED' },
    ]);
    expect(quotes[0]?.packageQuotes?.map(({ type, metadata }) => [type, metadata.state])).toEqual([
      ['PACKAGE_COMPONENT', 'DECLINED'],
      ['PACKAGE_COMPONENT', 'INCLUDED'],
    ]);
    const { declined } = await world.quotes.byTrigger(world.agency, result.triggerRequestId);
    expect(asFired(declined)).toEqual(quotes);
  });

  it('has an underwriter decide on the package, not on a component', async () => {
    const { quotes } = await fired('600000');
    const [quote] = quotes;
    const [component] = quote?.packageQuotes ?? [];
    expect(quote).toMatchObject({ bindable: false, requiresUnderwriterApproval: true });

    const decide = (id: string | undefined) =>
      world.underwriting.decide(world.carrier, id ?? '', { isApproved: true });
    await expect(decide(component?.requestId)).rejects.toThrow('decided with its package');
    await decide(quote?.requestId);
    const read = await world.quotes.one(world.agency, quote?.requestId ?? '', {
      includeRawData: false,
    });
    expect(read).toMatchObject({ underwriterResponse: { isApproved: true } });
  });

  it('is a batch quote of package components in batch mode', async () => {
    const { quotes } = await fired('200000', { batchMode: true });
    expect([quotes[0]?.type, quotes[0]?.packageQuotes?.map(({ type }) => type)]).toEqual([
      'BATCH',
      ['PACKAGE_COMPONENT', 'PACKAGE_COMPONENT'],
    ]);
  });

  it('is read by trigger where it was not waited for', async () => {
    const { result } = await fired('200000', { forceSync: false });
    const { triggerRequestId } = result;
    await expect
      .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state, { timeout: 20_000 })
      .toBe('COMPLETED');
    const { quoted } = await world.quotes.byTrigger(world.agency, triggerRequestId);
    expect(quoted.map(({ packageQuotes }) => packageQuotes?.length)).toEqual([2]);
  });
});
