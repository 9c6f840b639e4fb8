import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Holds } from '../../api/holds/service.js';
import { PolicyPreviews } from '../../api/policies/previews/service.js';
import { UpcomingOfPolicies } from '../../api/policies/upcoming/service.js';
import { QuoteService } from '../../api/quotes/service.js';
import { TrialRatings } from '../../api/quotes/trial-service.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { HoldStops } from '../../domain/holds/hold.js';
import { testRater } from '../support/documents.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { islandShop } from '../support/island-shop.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let desk: PolicyDesk;
let holds: Holds;
let quotes: QuoteService;
let trials: TrialRatings;
let previews: PolicyPreviews;
let upcoming: UpcomingOfPolicies;
let day = '2039-09-10';
const now = () => new Date(`${day}T15:00:00Z`);
const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };

beforeAll(async () => {
  world = await anEventWorld(islandShop({ renewal: { quoteDays: 30, automatic: true } }), { now });
  desk = new PolicyDesk(world, now);
  const { db, catalog } = world;
  holds = new Holds({ db, catalog, now });
  trials = new TrialRatings({ db, catalog, rater: testRater(), now });
  previews = new PolicyPreviews({ db, catalog, now });
  upcoming = new UpcomingOfPolicies({ db, catalog, now });
  quotes = new QuoteService({ db, catalog, now, runs: { quoteResults: async () => undefined } });
});
afterAll(() => world?.close());
afterEach(async () => {
  day = '2039-09-10';
  const { content } = await holds.list(world.carrier, { page: 0, size: 100 });
  for (const { id } of content) await holds.end(world.carrier, id);
});

const place = { states: [], zips: ['33139'], counties: [] };

function declare(stops: HoldStops, changes: Partial<Parameters<Holds['declare']>[1]> = {}) {
  return holds.declare(world.carrier, {
    title: 'Hurricane Ada',
    firstDay: '2039-09-10',
    lastDay: '2039-09-12',
    coverages: [],
    place,
    stops,
    ...changes,
  });
}

const intake = (answers: Record<string, string> = {}) =>
  intakeOf({ 'client.name': 'Beach Shop', 'shop.revenue': '36500', 'shop.zip': '33139-1204', ...answers });

async function aQuote(answers?: Record<string, string>) {
  const asked = { intake: intake(answers), action, effectiveDate: '2039-10-01' };
  const { clientId, quoteIds } = await desk.askForQuote(asked);
  return { clientId, quoteId: quoteIds[0]! };
}

const aPolicy = (effectiveDate = '2039-01-01') =>
  desk.issueQuoted({ intake: intake(), action, plan: 'FULL_PAYMENT', effectiveDate });

const policyOf = (policyId: string) => Policy.query(world.db).findById(policyId).throwIfNotFound();
const stored = (quoteId: string) => Quote.query(world.db).findById(quoteId).throwIfNotFound();
const read = (quoteId: string) => quotes.one(world.agency, quoteId, { includeRawData: false });
const bind = ({ clientId, quoteId }: { clientId: string | undefined; quoteId: string }) =>
  desk.fire('POLICY_CREATE', {
    clientId,
    quoteIds: [quoteId],
    paymentRequired: false,
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });

async function approve(quoteId: string) {
  const underwriterResponse = { isApproved: true };
  await Quote.query(world.db)
    .findById(quoteId)
    .patch({ underwriterResponse, bindable: true } as object);
}

async function change(policyId: string, answers: Record<string, string>) {
  const asked = { policyId, effectiveDate: '2039-09-11', intake: intakeOf(answers) };
  return (await desk.done('POLICY_ENDORSEMENT_QUOTING', asked)) as { quoteId: string; outcome: string };
}
const endorse = (policyId: string, quoteId: string) =>
  desk.fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: '2039-09-11' });

const says = (what: string, does = 'declines') =>
  `The hold "Hurricane Ada" (from 2039-09-10 to 2039-09-12, ZIP 33139) ${does}: ${what}`;

describe('new quotes in the place of a hold', () => {
  it('are declined with its title, days and place, and only on its days and there', async () => {
    const { id } = await declare({ newQuotes: 'DECLINE' });
    const { quoteId } = await aQuote();
    expect(await stored(quoteId)).toMatchObject({
      ...{ outcome: 'DECLINED', type: 'DECLINE', bindable: false, premium: null, quoteDetails: null },
      messages: [{ severity: 'ERROR', code: 'HOLD_DECLINED', holdId: id, message: says('a new quote') }],
    });
    expect((await stored((await aQuote({ 'shop.zip': '10001' })).quoteId)).outcome).toBe('QUOTED');
    day = '2039-09-13';
    expect((await stored((await aQuote()).quoteId)).outcome).toBe('QUOTED');
  });

  it('wait for an underwriter, who may let them be bound', async () => {
    await declare({ newQuotes: 'REFER', binding: 'DECLINE' });
    const quote = await aQuote();
    expect(await stored(quote.quoteId)).toMatchObject({ requiresUnderwriterApproval: true, bindable: false });
    expect(await bind(quote)).toEqual({
      refused: `the quote needs an underwriter's approval: ${says('a new quote', 'refers to an underwriter')}`,
    });
    await approve(quote.quoteId);
    expect(await bind(quote)).toHaveProperty('metadata');
  });

  it('can be bound when the hold is over, if they were frozen', async () => {
    await declare({ newQuotes: 'FREEZE' });
    const quote = await aQuote();
    expect(await stored(quote.quoteId)).toMatchObject({ outcome: 'QUOTED', bindable: true });
    expect(await read(quote.quoteId)).toMatchObject({ bindable: false });
    expect(await bind(quote)).toEqual({ refused: says('a quote that was made meanwhile', 'freezes') });
    day = '2039-09-13';
    expect(await read(quote.quoteId)).toMatchObject({ bindable: true });
    expect(await bind(quote)).toHaveProperty('metadata');
  });
});

describe('what is only tried or previewed', () => {
  const tried = async () => {
    const payload = { effectiveDate: '2039-10-01', intake: intake() };
    const { ratings } = await trials.rate(world.agency, shopIds.line, payload);
    return ratings.find(({ actionId }) => actionId === shopIds.standard);
  };

  it('shows what a hold would do, as the quote does', async () => {
    expect(await tried()).toMatchObject({ bindable: true, messages: [] });
    const { id } = await declare({ newQuotes: 'DECLINE' });
    const messages = [{ severity: 'ERROR', code: 'HOLD_DECLINED', holdId: id, message: says('a new quote') }];
    expect(await tried()).toMatchObject({ type: 'DECLINE', bindable: false, messages });
    expect(await tried()).not.toHaveProperty('quoteDetails');
    await holds.end(world.carrier, id);
    await declare({ binding: 'FREEZE' });
    expect(await tried()).toMatchObject({
      ...{
        type: 'QUOTE',
        bindable: false,
        messages: [{ code: 'HOLD', message: says('binding', 'freezes') }],
      },
    });
  });

  it('names what would stop a reinstatement', async () => {
    const policyId = await aPolicy();
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-09-10' });
    const preview = async () => (await previews.reinstatement(world.agency, policyId, {})).holds;
    expect(await preview()).toEqual([]);
    const { id: holdId } = await declare({ reinstatements: 'FREEZE' });
    expect(await preview()).toEqual([
      { holdId, action: 'FREEZE', message: says('a reinstatement', 'freezes') },
    ]);
  });

  it('names what would stop a renewal on its day', async () => {
    const policyId = await aPolicy('2038-09-12');
    await desk.lookAfter(policyId);
    await declare({ renewals: 'FREEZE' }, { firstDay: '2039-09-12' });
    const { content } = await upcoming.read(world.agency, policyId);
    expect(content.find(({ type }) => type === 'POLICY_RENEWED')).toMatchObject({
      ...{ on: '2039-09-12', holds: [{ action: 'FREEZE', message: expect.stringContaining('a renewal') }] },
    });
  });
});

describe('a quote from before', () => {
  it('cannot be bound while a hold freezes that, unless it is overridden', async () => {
    const [quote, other] = [await aQuote(), await aQuote()];
    expect(await read(quote.quoteId)).toMatchObject({ bindable: true });
    const { id } = await declare({ binding: 'FREEZE' });
    expect(await bind(quote)).toEqual({ refused: says('binding', 'freezes') });
    const { bindable, messages } = await read(quote.quoteId);
    expect({ bindable, messages }).toEqual({
      bindable: false,
      messages: [{ severity: 'WARNING', code: 'HOLD', message: says('binding', 'freezes'), holdId: id }],
    });
    await holds.override(world.carrier, id, { quoteId: quote.quoteId, reason: 'Inspected today' });
    expect(await bind(quote)).toHaveProperty('metadata');
    expect(await bind(other)).toHaveProperty('refused');
    await holds.end(world.carrier, id);
    expect(await bind(other)).toHaveProperty('metadata');
    expect(await holds.read(world.carrier, id)).toMatchObject({
      ...{ state: 'ENDED', overrides: [{ quoteId: quote.quoteId, reason: 'Inspected today' }] },
    });
  });

  it('waits for an underwriter once somebody binds it, or cannot be bound any more', async () => {
    const [referred, declined] = [await aQuote(), await aQuote({ 'shop.zip': '33140' })];
    await declare({ binding: 'REFER' });
    await declare({ binding: 'DECLINE' }, { place: { ...place, zips: ['33140'] } });
    const { clientId, quoteId } = referred;
    const why = says('binding', 'refers to an underwriter');
    // Also before money is taken.
    expect(await desk.refusal('PAYMENT_SETUP', { clientId, quoteIds: [quoteId] })).toBe(why);
    expect(await stored(referred.quoteId)).toMatchObject({
      ...{ requiresUnderwriterApproval: true, bindable: false, messages: [{ code: 'HOLD_REFERRED' }] },
    });
    await approve(referred.quoteId);
    expect(await bind(referred)).toHaveProperty('metadata');
    const whyDeclined = says('binding').replace('33139', '33140');
    expect(await bind(declined)).toEqual({ refused: whyDeclined });
    day = '2039-09-13';
    expect(await bind(declined)).toEqual({ refused: whyDeclined });
  });
});

describe('a policy in force', () => {
  it('may be narrowed, and not widened', async () => {
    const policyId = await aPolicy();
    const earlier = await change(policyId, { 'shop.limit': '150000' });
    const stops = { raisedLimits: 'DECLINE', loweredDeductibles: 'FREEZE', addedCoverage: 'REFER' } as const;
    const { id } = await declare(stops);
    expect(await endorse(policyId, earlier.quoteId)).toEqual({
      refused: says('limit of Liability from 100000 to 150000'),
    });
    const raised = await change(policyId, { 'shop.limit': '200000' });
    expect(raised.outcome).toBe('DECLINED');
    expect((await stored(raised.quoteId)).messages[0]?.message).toBe(
      says('limit of Liability from 100000 to 200000'),
    );
    const bolder = await change(policyId, { 'shop.deductible': '500' });
    expect(await endorse(policyId, bolder.quoteId)).toEqual({
      refused: says('deductible of Liability from 1000 to 500', 'freezes'),
    });
    const narrower = await change(policyId, { 'shop.limit': '50000', 'shop.deductible': '2500' });
    expect(await endorse(policyId, narrower.quoteId)).toHaveProperty('metadata');
    await holds.override(world.carrier, id, { quoteId: raised.quoteId, reason: 'Inspected today' });
    expect((await change(policyId, { 'shop.limit': '200000' })).outcome).toBe('QUOTED');
  });

  it('may leave the place, and not move there without an underwriter', async () => {
    const policyId = await aPolicy();
    await declare({ addedCoverage: 'REFER' });
    const away = await change(policyId, { 'shop.zip': '10001' });
    expect(await endorse(policyId, away.quoteId)).toHaveProperty('metadata');
    const back = await change(policyId, { 'shop.zip': '33139' });
    expect(await stored(back.quoteId)).toMatchObject({
      requiresUnderwriterApproval: true,
      messages: [{ message: says('a further risk in the place', 'refers to an underwriter') }],
    });
  });

  it('is not reinstated after a cancellation, until the hold is overridden for it', async () => {
    const policyId = await aPolicy();
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-09-10' });
    const { id } = await declare({ reinstatements: 'DECLINE' });
    expect(await desk.refusal('POLICY_REINSTATE', { policyId })).toBe(says('a reinstatement'));
    await holds.override(world.carrier, id, { policyId, reason: 'Paid before the storm was named' });
    expect(await desk.fire('POLICY_REINSTATE', { policyId })).toHaveProperty('metadata');
  });

  it('gets its next term when the hold is over, from the day on which it should have', async () => {
    const policyId = await aPolicy('2038-09-11');
    await desk.lookAfter(policyId);
    const policy = await policyOf(policyId);
    expect(policy.renewalQuoteId).not.toBeNull();
    await declare({ renewals: 'FREEZE' });
    // Nor does its quote become a policy of its own.
    const { clientId, renewalQuoteId } = policy;
    expect(await bind({ clientId, quoteId: renewalQuoteId! })).toEqual({
      refused: says('a renewal', 'freezes'),
    });
    day = '2039-09-11';
    await desk.lookAfter(policyId);
    expect(await policyOf(policyId)).toMatchObject({
      ...{ termNumber: 1, policyState: 'ACTIVE', renewalQuoteId: policy.renewalQuoteId },
      renewalWaits: says('a renewal', 'freezes'),
    });
    day = '2039-09-13';
    await desk.lookAfter(policyId);
    expect(await policyOf(policyId)).toMatchObject({
      ...{ termNumber: 2, effectiveDate: '2039-09-11', renewalWaits: null },
    });
  });
});

describe('a hold', () => {
  it('needs a question for what its place names', async () => {
    const counties = { states: [], zips: [], counties: ['Monroe'] };
    await expect(declare({ binding: 'FREEZE' }, { place: counties })).rejects.toMatchObject({
      errors: [
        {
          field: 'place.counties',
          detail:
            'the product Shop does not say by which question a risk has them: declare policy.place.countyQuestion',
        },
      ],
    });
    await expect(declare({ binding: 'FREEZE' }, { lastDay: '2039-09-09' })).rejects.toMatchObject({
      errors: [{ field: 'lastDay' }],
    });
  });

  it('is seen by sellers where it concerns their records, and by its organization alone otherwise', async () => {
    const { quoteId } = await aQuote();
    const { id } = await declare({ binding: 'FREEZE' });
    const concerning = { holds: [{ id, title: 'Hurricane Ada' }] };
    expect(await holds.concerning(world.agency, { quoteId })).toMatchObject(concerning);
    expect(await holds.concerning(world.agency, { lineId: shopIds.line })).toMatchObject(concerning);
    await expect(holds.read(world.agency, id)).rejects.toMatchObject({ status: 404 });
    await expect(holds.end(world.agency, id)).rejects.toMatchObject({ status: 404 });
    await expect(holds.concerning(world.stranger, { quoteId })).rejects.toMatchObject({ status: 404 });
    expect(await holds.list(world.agency, { page: 0, size: 10 })).toMatchObject({ totalElements: 0 });
  });

  it('follows the storm', async () => {
    const { id } = await declare({ binding: 'FREEZE' });
    const quote = await aQuote({ 'shop.zip': '33140' });
    await holds.change(world.carrier, id, { lastDay: null, place: { ...place, zips: ['33140'] } });
    day = '2039-10-01';
    expect(await bind(quote)).toEqual({
      refused: 'The hold "Hurricane Ada" (from 2039-09-10 until it is ended, ZIP 33140) freezes: binding',
    });
  });
});
