import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { StripeWebhook } from '../../api/payments/stripe-webhook.js';
import { Collection } from '../../db/models/collection.js';
import { Mail } from '../../db/models/mail.js';
import { Payment } from '../../db/models/payment.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import { Statement } from '../../db/models/statement.js';
import { Task } from '../../db/models/task.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { aChargingStripe, type ChargingStripe } from '../support/charging-stripe.js';
import { collectionDesk, secretKey } from '../support/collected-policies.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let stripe: ChargingStripe;
let desk: PolicyDesk;
let office: ReturnType<typeof collectionDesk>;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  stripe = await aChargingStripe();
  const payments = paymentProviders(stripeProvider({ secretKey, apiBase: stripe.url }), [offlineProvider]);
  world = await anEventWorld(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 10 },
        { plan: 'MONTHLY', dueDays: 5 },
      ],
      billing: { lateFee: { amount: 20 }, collection: { noticeDays: 4, retryDays: [3, 5] } },
      cancellation: { nonPayment: { graceDays: 2, noticeDays: 2 } },
    }),
    { now, payments },
  );
  desk = new PolicyDesk(world, now, { payments });
  office = collectionDesk(world, stripe, now);
});
beforeEach(() => {
  today = '2040-01-01';
  stripe.trouble = () => undefined;
});
afterAll(async () => {
  await world?.close();
  await stripe?.close();
});

/** 1,200.00 and a tax of 60.00, due on 11 January if paid at once. */
const issue = (plan = 'FULL_PAYMENT') => desk.issue({ revenue: 120_000, plan, effectiveDate: '2040-01-01' });
const goTo = async (policyId: string, day: string) => {
  today = day;
  await desk.lookAfter(policyId);
};
const charges = async (policyId: string) =>
  (await Collection.query(world.db).where('policy_id', policyId).orderBy(['created_at', 'on_day'])).map(
    ({ onDay, amount, state, code }) => [onDay, amount, state, code ?? ''].join(' ').trim(),
  );
/** Payments, each before its reversal: the tests' clock stands still within a day. */
const cash = async (policyId: string) => {
  const order = ['received_at', { column: 'amount', order: 'desc' as const }];
  const payments = await Payment.query(world.db).where('policy_id', policyId).orderBy(order);
  return payments.map(({ amount }) => amount);
};
const mails = async (policyId: string) =>
  (await Mail.query(world.db).where('policy_id', policyId).orderBy('created_at')).map(
    ({ purpose }) => purpose,
  );
const tasks = async (policyId: string) =>
  (await Task.query(world.db).where('policy_id', policyId)).map(({ completedAt }) => completedAt === null);
const happened = async (policyId: string) =>
  (await PolicyEvent.query(world.db).where('policy_id', policyId).orderBy('seq')).map(({ type }) => type);

it('charges a statement on its due date, once, and sends a receipt', async () => {
  const id = await issue();
  const { clientId } = await office.collect(id);
  expect((await office.collections.read(world.agency, id)).next).toMatchObject({
    on: '2040-01-11',
    amount: 1260,
  });
  await goTo(id, '2040-01-10');
  expect(await charges(id)).toEqual([]);
  await goTo(id, '2040-01-11');
  await goTo(id, '2040-01-12');
  expect(await charges(id)).toEqual(['2040-01-11 1260.00 SUCCEEDED']);
  expect(await cash(id)).toEqual(['1260.00']);
  expect(await mails(id)).toEqual(['RECEIPT']);
  const [method] = (await office.methods.list(world.agency, clientId)).paymentMethods;
  expect(method).toMatchObject({
    state: 'ACTIVE',
    kind: 'card',
    brand: 'visa',
    lastFour: '4242',
    expiry: '2050-12',
  });
});

it('charges only what is open, and nothing that was paid, moved, or is of a canceled policy', async () => {
  const [paid, partly, moved, canceled] = [
    await issue(),
    await issue(),
    await issue(),
    await issue(),
  ] as const;
  for (const id of [paid, partly, moved, canceled]) await office.collect(id);
  await desk.done('PAYMENT_RECEIVED', { policyId: paid, amount: 1260, reference: 'check 1' });
  await desk.done('PAYMENT_RECEIVED', { policyId: partly, amount: 1000, reference: 'check 1' });
  const [statement] = await Statement.query(world.db).where('policy_id', moved);
  await statement!
    .$query(world.db)
    .patch({ dueDate: '2040-01-20', data: { ...statement!.data, originalDueDate: '2040-01-11' } });
  await desk.done('POLICY_CANCEL', { policyId: canceled, effectiveDate: '2040-01-05' });
  for (const id of [paid, partly, moved, canceled]) await goTo(id, '2040-01-11');
  expect(await Promise.all([paid, partly, moved, canceled].map(charges))).toEqual([
    [],
    ['2040-01-11 260.00 SUCCEEDED'],
    [],
    [],
  ]);
});

it('tries a soft decline again by the plan, then tells a person, while the notice for non-payment goes on', async () => {
  const id = await issue();
  const { reference } = await office.collect(id);
  stripe.fates.set(reference, 'insufficient_funds');
  for (const day of ['11', '12', '13', '14', '15', '16', '17', '18']) await goTo(id, `2040-01-${day}`);
  expect(await charges(id)).toEqual([
    '2040-01-11 1260.00 DECLINED insufficient_funds',
    '2040-01-14 1260.00 DECLINED insufficient_funds',
  ]);
  // Canceled for non-payment on 15 January: the retry of 16 January is not made.
  expect(await happened(id)).toContain('POLICY_CANCELED');
  expect(await mails(id)).toEqual(['PAYMENT_FAILED']);
  expect(await cash(id)).toEqual([]);
});

it('stops at once where no retry helps, and tries anew with another card', async () => {
  const id = await issue();
  const { reference } = await office.collect(id);
  stripe.fates.set(reference, 'stolen_card');
  await goTo(id, '2040-01-11');
  await goTo(id, '2040-01-14');
  expect(await charges(id)).toEqual(['2040-01-11 1260.00 DECLINED stolen_card']);
  expect(await SavedMethod.query(world.db).findOne({ method_reference: reference })).toMatchObject({
    ...{ state: 'DECLINED', reason: 'stolen_card' },
  });
  expect(await mails(id)).toContain('PAYMENT_FAILED');
  expect(await tasks(id)).toContain(true);
  await office.collect(id);
  await goTo(id, '2040-01-14');
  expect((await charges(id)).at(-1)).toMatch(/^2040-01-14 1[0-9.]+ SUCCEEDED$/);
});

it('leaves a charge that the bank wants the policyholder for', async () => {
  const id = await issue();
  const { reference } = await office.collect(id);
  stripe.fates.set(reference, 'authentication_required');
  await goTo(id, '2040-01-11');
  await goTo(id, '2040-01-14');
  expect(await charges(id)).toEqual(['2040-01-11 1260.00 DECLINED authentication_required']);
  expect(await mails(id)).toEqual(['PAYMENT_FAILED']);
});

describe('an ambiguous answer', () => {
  it.each(['LOST_AFTER', 'LOST_BEFORE', 'FAILS'] as const)(
    'charges once where the request is %s',
    async (trouble) => {
      const id = await issue();
      await office.collect(id);
      const before = stripe.intents.length;
      const troubles = [trouble, trouble];
      stripe.trouble = () => troubles.shift();
      today = '2040-01-11';
      const { fired } = await desk.lookOnce(id);
      const [plan] = fired.filter((each) => each.fired.type === 'PAYMENT_COLLECT');
      await expect(desk.runDefaultAction(plan!)).rejects.toMatchObject({ type: 'PAYMENT_PROVIDER_FAILED' });
      stripe.forgetKeys();
      await desk.runDefaultAction(plan!);
      await desk.runDefaultAction(plan!);
      expect(stripe.intents.length - before).toBe(1);
      expect(await charges(id)).toEqual(['2040-01-11 1260.00 SUCCEEDED']);
      expect(await cash(id)).toEqual(['1260.00']);
    },
  );

  it('is asked about before anything else is charged, where its event has ended', async () => {
    const id = await issue();
    await office.collect(id);
    const troubles = ['LOST_AFTER', 'LOST_AFTER'] as const;
    let at = 0;
    stripe.trouble = () => troubles[at++];
    today = '2040-01-11';
    const { fired } = await desk.lookOnce(id);
    const [plan] = fired.filter((each) => each.fired.type === 'PAYMENT_COLLECT');
    await expect(desk.runDefaultAction(plan!)).rejects.toThrow();
    await world
      .db('events')
      .where('trigger_request_id', plan!.fired.triggerRequestId)
      .update({ state: 'FAILED', closed_at: now() });
    expect(await charges(id)).toEqual(['2040-01-11 1260.00 PENDING']);
    await goTo(id, '2040-01-14');
    expect(await charges(id)).toEqual(['2040-01-11 1260.00 SUCCEEDED']);
    expect(await cash(id)).toEqual(['1260.00']);
  });
});

it('announces an amount that rises, and charges it after the days of notice, which are not late', async () => {
  const id = await issue();
  await office.collect(id);
  const [statement] = await Statement.query(world.db).where('policy_id', id);
  await goTo(id, '2040-01-09');
  // As an endorsement does.
  await statement!.$query(world.db).patch({ amount: '1300.00' });
  await goTo(id, '2040-01-10');
  expect(await mails(id)).toEqual(['AMOUNT_CHANGED']);
  await goTo(id, '2040-01-13');
  expect(await charges(id)).toEqual([]);
  expect(await happened(id)).not.toContain('STATEMENT_PAST_DUE');
  await goTo(id, '2040-01-14');
  expect(await charges(id)).toEqual(['2040-01-14 1300.00 SUCCEEDED']);
});

it('reminds of a card that is over before the due date', async () => {
  const id = await issue('MONTHLY');
  await office.collect(id, { month: 1, year: 2040 });
  await goTo(id, '2040-02-01');
  await goTo(id, '2040-02-02');
  expect(await mails(id)).toContain('REMINDER');
  expect(await tasks(id)).toContain(true);
});

it('leaves money that was taken back to a person', async () => {
  const id = await issue();
  await office.collect(id);
  await goTo(id, '2040-01-11');
  const [payment] = await Payment.query(world.db).where('policy_id', id);
  await desk.done('PAYMENT_REVERSED', { policyId: id, reference: payment!.reference, reason: 'a mistake' });
  await goTo(id, '2040-01-14');
  expect(await charges(id)).toEqual(['2040-01-11 1260.00 SUCCEEDED']);
  expect(await tasks(id)).toEqual([true]);
  await desk.done('PAYMENT_RECEIVED', { policyId: id, amount: 2000, reference: 'check 2' });
  expect(await tasks(id)).toEqual([false]);
});

describe('what Stripe tells', () => {
  const secret = 'whsec_test';
  const tell = async (type: string, object: object) => {
    const plans: RunPlan[] = [];
    const runs = { startSoon: async (plan: RunPlan) => void plans.push(plan) };
    const { db, catalog } = world;
    const webhook = new StripeWebhook({
      db,
      catalog,
      runs,
      secret,
      methods: office.methods,
      now: () => new Date(),
    });
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
    const header = new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret });
    await webhook.receive(Buffer.from(payload), header);
    for (const plan of plans) await desk.runDefaultAction(plan);
    return plans.map(({ fired }) => fired.type);
  };
  const closeEvents = () => world.db('events').whereNull('closed_at').update({ closed_at: now() });

  it('completes a set-up', async () => {
    const id = await issue();
    const { clientId } = await office.collect(id);
    const { id: methodId } = await office.methods.open(world.agency, clientId);
    const { setupReference } = await SavedMethod.query(world.db).findById(methodId).throwIfNotFound();
    stripe.complete(setupReference, { last4: '1881' });
    await tell('setup_intent.succeeded', { id: setupReference });
    expect(await SavedMethod.query(world.db).findById(methodId)).toMatchObject({
      state: 'ACTIVE',
      lastFour: '1881',
    });
  });

  it('is the result of a charge that the bank had to decide on, and money after the service gave up, once', async () => {
    const id = await issue();
    const { reference } = await office.collect(id);
    stripe.fates.set(reference, 'processing');
    await goTo(id, '2040-01-11');
    await closeEvents();
    expect(await charges(id)).toEqual(['2040-01-11 1260.00 PROCESSING']);
    const [charge] = await Collection.query(world.db).where('policy_id', id);
    const intent = stripe.intents.at(-1)!;
    // The bank says no, and then that it was a mistake.
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'insufficient_funds' },
    });
    const told = { id: intent.id, metadata: { chargeId: charge!.id } };
    expect(await tell('payment_intent.payment_failed', told)).toEqual(['PAYMENT_COLLECT']);
    expect(await charges(id)).toEqual(['2040-01-11 1260.00 DECLINED insufficient_funds']);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    await closeEvents();
    expect(await tell('payment_intent.succeeded', told)).toEqual(['PAYMENT_COLLECT']);
    expect(await tell('payment_intent.succeeded', told)).toEqual([]);
    expect(await cash(id)).toEqual(['1260.00']);
  });

  it('of a dispute lets the method rest, and takes the money back once', async () => {
    const id = await issue();
    const { id: methodId } = await office.collect(id);
    await goTo(id, '2040-01-11');
    const payment_intent = stripe.intents.at(-1)!.id;
    const dispute = {
      id: 'dp_1',
      payment_intent,
      amount: 126_000,
      reason: 'fraudulent',
      status: 'needs_response',
    };
    const state = async () => (await SavedMethod.query(world.db).findById(methodId))!.state;
    expect(await tell('charge.dispute.created', dispute)).toEqual(['PAYMENT_REVERSED']);
    expect(await state()).toBe('DISPUTED');
    await goTo(id, '2040-01-14');
    expect(await charges(id)).toHaveLength(1);
    await tell('charge.dispute.closed', { ...dispute, status: 'lost' });
    await tell('charge.dispute.created', dispute);
    expect(await state()).toBe('DECLINED');
    expect(await cash(id)).toEqual(['1260.00', '-1260.00']);
    expect((await happened(id)).filter((type) => type === 'PAYMENT_DISPUTED')).toHaveLength(2);
  });

  it('of a card that the bank renewed lets it be charged again', async () => {
    const id = await issue();
    const { id: methodId, reference } = await office.collect(id);
    stripe.fates.set(reference, 'expired_card');
    await goTo(id, '2040-01-11');
    const state = async () => (await SavedMethod.query(world.db).findById(methodId))!.state;
    expect(await state()).toBe('EXPIRED');
    Object.assign(stripe.methods.get(reference)!, { year: 2055 });
    await tell('payment_method.automatically_updated', { id: reference });
    expect(await state()).toBe('ACTIVE');
    await office.methods.remove(
      world.agency,
      (await SavedMethod.query(world.db).findById(methodId))!.clientId,
      methodId,
    );
    expect([await state(), stripe.methods.get(reference)!.customer]).toEqual(['DETACHED', null]);
    expect((await office.collections.read(world.agency, id)).agreement).toHaveProperty('endedTimestamp');
  });
});

it('is shown and ended by the link of the policyholder', async () => {
  const id = await issue();
  await office.collect(id);
  const { url } = await office.collections.link(world.agency, id);
  const token = new URL(url).searchParams.get('token')!;
  expect(await office.collections.byLink(token)).toMatchObject({ isCollected: true, next: { amount: 1260 } });
  expect(await office.collections.byLink(`${token}x`)).toBeUndefined();
  expect(await office.collections.endByLink(token)).toMatchObject({ isCollected: false, next: undefined });
  await goTo(id, '2040-01-11');
  expect(await charges(id)).toEqual([]);
  expect((await office.collections.read(world.agency, id)).agreement).toMatchObject({
    ...{ endReason: 'ended by the policyholder', endedBy: { name: 'Policyholder, by link' } },
  });
});
