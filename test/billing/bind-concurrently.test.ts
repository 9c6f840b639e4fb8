import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noMail } from '../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { type Activities, createActivities } from '../../activities/index.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { EventReader } from '../../db/events/read-event.js';
import { Event } from '../../db/models/event.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { testDocuments, testRater } from '../support/documents.js';
import { noWebhooks } from '../support/webhook-settings.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld();
});
afterAll(() => world?.close());

const numbersOf = (policies: Policy[]) =>
  policies.map(({ policyNumber }) => Number(policyNumber.split('-').at(-1))).sort((a, b) => a - b);

describe('POLICY_CREATE under concurrency', () => {
  it('makes 50 policies with 50 numbers of 200 events for 50 quotes', async () => {
    const quotes: Quote[] = [];
    for (let index = 0; index < 50; index += 1) quotes.push(await world.aQuote());
    const tries = Array.from({ length: 200 }, (_, index) => quotes[index % 50]!);

    const outcomes = await Promise.allSettled(tries.map((quote) => world.bind(quote, 'MONTHLY')));

    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
    expect(new Set(refusals.map((reason) => reason.replace(/\d+$/, '')))).toEqual(
      new Set(['the quote was issued already, as policy SHOP-2027-']),
    );
    expect(refusals).toHaveLength(150);
    const policies = await Policy.query(world.db);
    expect(new Set(policies.map(({ quoteId }) => quoteId)).size).toBe(50);
    expect(numbersOf(policies)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(await LedgerLine.query(world.db).whereNot('premium_change', 0).resultSize()).toBe(50);
    expect(await Statement.query(world.db).resultSize()).toBe(200);
  }, 240_000);

  it('passes over a number that was given to a policy by hand', async () => {
    const numbers = numbersOf(await Policy.query(world.db));
    const next = numbers.at(-1)! + 1;
    const taken = `SHOP-2027-${String(next).padStart(4, '0')}`;
    const policy = await Policy.query(world.db).findOne('policy_number', 'SHOP-2027-0001').throwIfNotFound();
    await policy.$query(world.db).patch({ policyNumber: taken });
    const bound = await world.bind(await world.aQuote());
    expect(bound.policyNumber).toBe(`SHOP-2027-${String(next + 1).padStart(4, '0')}`);
  });

  it('numbers each year by itself', async () => {
    const bound = await world.bind(await world.aQuote({ effectiveDate: '2028-02-29' }));
    expect(bound.policyNumber).toBe('SHOP-2028-0001');
    expect((await world.policy(bound.id)).expirationDate).toBe('2029-02-28');
  });
});

describe('a POLICY_CREATE whose first attempt committed', () => {
  it('answers what that one did, and does it once', async () => {
    const activities: Activities = createActivities({
      db: world.db,
      catalog: world.catalog,
      events: new EventReader(world.db),
      now: () => new Date(),
      outbound: { endpoints: {}, environment: 'DEV', webhooks: noWebhooks },
      payments: paymentProviders(offlineProvider),
      mail: noMail,
      documents: testDocuments(world.db),
      rater: testRater(),
    });
    const quote = await world.aQuote();
    const bound = await world.bind(quote, 'FULL_PAYMENT');
    const event = await Event.query(world.db)
      .whereRaw(`envelope->'payload'->'quoteIds' @> ?::jsonb`, [JSON.stringify([quote.requestId])])
      .findOne('type', 'POLICY_CREATE')
      .throwIfNotFound();
    const [action] = (event.plan as unknown as RunPlan).fired.defaultActions;
    const state = () =>
      Policy.query(world.db).findById(bound.id).select('policy_number', 'premium', 'status', 'version');
    const before = await state();

    const again = (await new MockActivityEnvironment().run(
      activities.runDefaultAction,
      event.triggerRequestId,
      action!,
    )) as Awaited<ReturnType<Activities['runDefaultAction']>>;

    expect(again).toMatchObject({ policyId: bound.id, startsPolicyTerms: [bound.id] });
    expect(await Event.query(world.db).findById(event.triggerRequestId)).toMatchObject({
      clientId: quote.clientId,
    });
    expect(again.fired.map(({ fired }) => fired.type).sort()).toEqual([
      'POLICY_CREATED',
      'STATEMENT_CREATED',
    ]);
    expect(await state()).toEqual(before);
    expect(await Policy.query(world.db).where('quote_id', quote.requestId).resultSize()).toBe(1);
  });
});
