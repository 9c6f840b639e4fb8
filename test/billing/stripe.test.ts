import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { paymentRoutes } from '../../api/payments/routes.js';
import { StripeWebhook } from '../../api/payments/stripe-webhook.js';
import { paymentObject } from '../../api/policies/payments/payment-object.js';
import { readPayments } from '../../db/billing/read-payments.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import type { Quote } from '../../db/models/quote.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { createTestApp } from '../support/app.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { aStripeMock } from '../support/stripe-mock.js';
import { aPolicyPaidByStripe, cancelFromTheFirstDay } from '../support/stripe-payments.js';
import { aStripeServer, type StripeServer } from '../support/stripe-server.js';

const secretKey = 'sk_test_51Secret';
const webhookSecret = 'whsec_test';
const payment = () => ({
  idempotencyKey: randomUUID(),
  sessionId: randomUUID(),
  organizationId: randomUUID(),
  amount: '360.50',
  currency: 'USD',
  description: 'Shop',
});
const sessionOf = (providerReference: string) => ({ providerReference }) as PaymentSession;

describe('against stripe-mock', () => {
  let mock: Awaited<ReturnType<typeof aStripeMock>>;
  beforeAll(async () => {
    mock = await aStripeMock();
  }, 600_000);
  afterAll(() => mock?.stop());

  it('opens payments and asks about them in ways that Stripe takes', async () => {
    const stripe = stripeProvider({ secretKey, apiBase: mock.url });
    const opened = await stripe.open(payment());
    expect(opened.reference).toMatch(/^pi_/);
    expect(opened.clientSecret).toMatch(/_secret_/);
    const standing = await stripe.standingOf(sessionOf(opened.reference), randomUUID());
    expect(['OPEN', 'PAID', 'EXPIRED']).toContain(standing.state);
  });

  it('pays back in ways that Stripe takes', async () => {
    const stripe = stripeProvider({ secretKey, apiBase: mock.url });
    const { reference: paymentReference } = await stripe.open(payment());
    const { idempotencyKey } = payment();
    const ids = { refundId: randomUUID(), policyId: randomUUID(), triggerRequestId: randomUUID() };
    for (const wasAsked of [false, true]) {
      const refund = { idempotencyKey, ...ids, paymentReference, amount: '10.50', currency: 'USD', wasAsked };
      expect(await stripe.refund?.(refund)).toMatchObject({
        made: true,
        reference: expect.stringMatching(/^re_/),
      });
    }
  });

  it('is told what Stripe does not take, and gives up', async () => {
    const stripe = stripeProvider({ secretKey, apiBase: mock.url });
    await expect(stripe.open({ ...payment(), amount: '0.005' })).rejects.toMatchObject({
      type: 'PAYMENT_PROVIDER_FAILED',
      nonRetryable: true,
    });
  });
});

describe('a Stripe that keeps what it is told', () => {
  let server: StripeServer;
  let world: BillingWorld;
  let app: Awaited<ReturnType<typeof createTestApp>>['app'];
  let closeApp: () => Promise<void>;

  beforeAll(async () => {
    server = await aStripeServer();
    const stripe = stripeProvider({ secretKey, apiBase: server.url });
    world = await aBillingWorld({ payments: paymentProviders(stripe, [offlineProvider]) });
    const { db, databaseUrl: url, catalog, runs } = world;
    const webhook = new StripeWebhook({ db, catalog, runs, secret: webhookSecret, now: () => new Date() });
    const made = await createTestApp(
      { db, url, drop: async () => undefined },
      { resources: [paymentRoutes({ stripe: webhook })] },
    );
    app = made.app;
    closeApp = made.close;
  });
  afterAll(async () => {
    await closeApp?.();
    await world?.close();
    await server?.close();
  });

  async function setUp(quote: Quote) {
    const id = randomUUID();
    const { PAYMENT_SETUP: opened } = await world.fire(
      'PAYMENT_SETUP',
      {
        clientId: quote.clientId,
        quoteIds: [quote.requestId],
        selectedPaymentPlans: { [quote.requestId]: 'MONTHLY' },
      },
      world.agency,
      { triggerRequestId: id },
    );
    return { id, opened: opened as JsonObject, intent: String((opened as JsonObject).paymentIdentifier) };
  }
  const pay = (intent: string) => {
    const found = server.intents.get(intent)!;
    Object.assign(found, { status: 'succeeded', amount_received: found.amount });
  };
  const told = (intent: string, id = `evt_${randomUUID()}`, type = 'payment_intent.succeeded') =>
    JSON.stringify({ id, object: 'event', type, data: { object: { id: intent, object: 'payment_intent' } } });
  const sign = (payload: string, at = Date.now()) =>
    new Stripe(secretKey).webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: Math.floor(at / 1000),
    });
  const deliver = (payload: string, signature?: string) => {
    const post = supertest(app)
      .post('/ioi/v3/payment/stripe/webhook')
      .set('Content-Type', 'application/json');
    return (signature === undefined ? post : post.set('Stripe-Signature', signature)).send(payload);
  };
  const received = (sessionId: string) => Payment.query(world.db).where('session_id', sessionId);
  const firedFor = (sessionId: string) =>
    Event.query(world.db)
      .where('type', 'PAYMENT_RECEIVED')
      .whereRaw(`envelope->'payload'->>'paymentTriggerRequestId' = ?`, [sessionId]);

  it('gives the browser its secret, and sends an idempotency key of the event with every call', async () => {
    const before = server.keys.length;
    const { id, opened } = await setUp(await world.aQuote());
    expect(opened).toMatchObject({
      paymentProcessor: 'STRIPE',
      clientSecret: expect.stringMatching(/^pi_\d+_secret/),
      amountTotal: 36_000,
    });
    await world.fire('PAYMENT_VERIFICATION', { paymentTriggerRequestId: id });
    const keys = server.keys.slice(before);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(new RegExp(`^${id}:`));
    for (const key of keys) expect(key).toBeDefined();
  });

  it('binds only what was paid', async () => {
    const quote = await world.aQuote();
    const { intent, id } = await setUp(quote);
    await expect(world.bind(quote, 'MONTHLY')).rejects.toThrow(
      '360.00 USD must be paid before the quote is bound; 0.00 has been paid',
    );
    await expect(world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId: id })).rejects.toThrow(
      'STRIPE has not received the payment',
    );
    pay(intent);
    // Nobody has told the service: it asks.
    const policy = await world.bind(quote, 'MONTHLY');
    expect(policy.status).toBe('PAID');
    expect(await received(id)).toMatchObject([{ amount: '360.00', reference: intent, policyId: policy.id }]);
  });

  it('issues on credit where payment is not required, and on finance', async () => {
    const quote = await world.aQuote();
    expect(await world.bind(quote, 'MONTHLY', { paymentRequired: false })).toMatchObject({
      status: 'NOT_PAID',
    });
    expect(await world.bind(await world.aQuote(), 'FINANCE')).toMatchObject({
      policyState: 'PENDING_FINANCE_CONFIRMATION',
    });
  });

  it('takes a signed event once, however often Stripe sends it', async () => {
    const quote = await world.aQuote();
    const { intent, id } = await setUp(quote);
    pay(intent);
    const payload = told(intent);
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await deliver(payload, sign(payload));
      expect({ status, body }).toEqual({ status: 200, body: { received: true, fired: expect.any(String) } });
    }
    await expect.poll(async () => (await received(id)).length).toBe(1);
    await expect.poll(async () => (await firedFor(id)).map(({ state }) => state)).toEqual(['COMPLETED']);
    // The same payment, told of by another event.
    const again = told(intent);
    expect((await deliver(again, sign(again))).status).toBe(200);
    await expect
      .poll(async () => (await firedFor(id)).map(({ state }) => state))
      .toEqual(['COMPLETED', 'COMPLETED']);
    expect(await received(id)).toHaveLength(1);
    expect(await PaymentSession.query(world.db).findById(id)).toMatchObject({
      state: 'PAID',
      paidAmount: '360.00',
    });
  });

  it.each<[string, (payload: string) => [string, string | undefined]]>([
    ['without a signature', (payload) => [payload, undefined]],
    ['with a wrong signature', (payload) => [payload, `t=${Math.floor(Date.now() / 1000)},v1=00`]],
    ['that was changed', (payload) => [payload.replace('succeeded', 'succeedeD'), sign(payload)]],
    ['older than five minutes', (payload) => [payload, sign(payload, Date.now() - 301_000)]],
  ])('refuses an event %s', async (_name, make) => {
    const { intent, id } = await setUp(await world.aQuote());
    pay(intent);
    const { status, body } = await deliver(...make(told(intent)));
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        field: 'Stripe-Signature',
        header: 'Stripe-Signature',
        detail: 'must be a recent signature of the body',
      },
    ]);
    expect(await firedFor(id)).toEqual([]);
  });

  it.each([
    ['null', ''],
    ['[]', ''],
    ['{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}', 'id'],
    ['{"id":"evt_1","type":"payment_intent.succeeded"}', 'data'],
    ['{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":5}}}', 'data.object.id'],
  ])('refuses %s, which is signed and not an event', async (payload, field) => {
    const { status, body } = await deliver(payload, sign(payload));
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('owes again what could not be paid back after all, once', async () => {
    const { id, intents } = await aPolicyPaidByStripe(world, server, 126_000);
    await cancelFromTheFirstDay(world, id);
    const { PAYMENT_REFUND: paid } = await world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier);
    await world.db('policies').where({ id }).update({ policy_state: 'CLOSED' });
    const [{ paymentIdentifier: refund }] = (paid as unknown as { refunds: [{ paymentIdentifier: string }] })
      .refunds;
    const change = (type: string, status: string) =>
      JSON.stringify({ id: `evt_${randomUUID()}`, type, data: { object: { id: refund, status } } });
    const going = change('refund.updated', 'succeeded');
    expect((await deliver(going, sign(going))).body).toEqual({ received: true });
    const failed = [change('refund.failed', 'failed'), change('refund.updated', 'failed')];
    for (const payload of [...failed, ...failed]) {
      expect((await deliver(payload, sign(payload))).body).toMatchObject({ fired: expect.any(String) });
    }
    const account = () => Payment.query(world.db).where('policy_id', id).orderBy('received_at');
    await expect.poll(async () => (await account()).length).toBe(3);
    expect((await account()).map(({ amount, reference }) => `${amount} ${reference}`)).toEqual([
      `1260.00 ${intents[0]}`,
      `-1260.00 ${refund}`,
      `1260.00 ${refund} failed`,
    ]);
    const [reversal, refunded] = (await readPayments(world.db, id, { page: 0, size: 20 })).payments.map(
      (payment) => paymentObject(payment, new BusinessTime(new Date())),
    );
    expect(reversal).toMatchObject({
      ...{ kind: 'REVERSAL', amount: 1260, reversedPaymentId: refunded!.id },
      createdBy: { kind: 'SERVICE', name: 'Stripe' },
    });
    // Stripe could not: now it is done by hand.
    const { PAYMENT_REFUND: again } = await world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier);
    expect(again).toMatchObject({ amount: 1260, balance: 0, refunds: [{ status: 'BY_HAND' }] });
  });

  it('has Stripe tell again of a refund that failed before it was recorded', async () => {
    const { id } = await aPolicyPaidByStripe(world, server, 126_000);
    await cancelFromTheFirstDay(world, id);
    const statuses: number[] = [];
    let failed = '';
    server.onRefund = async ({ id: refund, metadata }) => {
      const object = { id: refund, status: 'failed', metadata };
      failed = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'refund.failed', data: { object } });
      statuses.push((await deliver(failed, sign(failed))).status);
    };
    await world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier);
    expect(statuses).toEqual([503]);
    expect((await deliver(failed, sign(failed))).body).toMatchObject({ fired: expect.any(String) });
    const account = () => Payment.query(world.db).where('policy_id', id);
    await expect.poll(async () => (await account()).length).toBe(3);
  });

  describe('a dispute', () => {
    const dispute = (
      type: 'created' | 'funds_withdrawn' | 'funds_reinstated',
      payment_intent: string | null,
      { id = 'dp_1', amount = 126_000, status = 'needs_response' } = {},
    ) =>
      JSON.stringify({
        ...{ id: `evt_${randomUUID()}`, object: 'event', type: `charge.dispute.${type}` },
        data: { object: { id, object: 'dispute', payment_intent, amount, status, reason: 'fraudulent' } },
      });
    const send = async (payload: string) => (await deliver(payload, sign(payload))).body as JsonObject;
    const cash = async (policyId: string) =>
      (await Payment.query(world.db).where('policy_id', policyId).orderBy(['received_at', 'amount'])).map(
        ({ amount, reference }) => `${amount} ${reference.replace(/ returned .*/, ' returned')}`,
      );

    it('takes the payment back once, however Stripe reports it, and receives it again when it is won', async () => {
      const { id, intents } = await aPolicyPaidByStripe(world, server, 126_000);
      const [intent] = intents as [string];
      const opened = [dispute('created', intent), dispute('funds_withdrawn', intent)];
      for (const payload of [...opened, ...opened]) expect(await send(payload)).toHaveProperty('fired');
      const returned = [`1260.00 ${intent}`, `-1260.00 ${intent} returned`];
      await expect.poll(() => cash(id)).toEqual(returned);
      expect(await world.policy(id)).toMatchObject({ status: 'NOT_PAID' });
      const [reversal] = (await readPayments(world.db, id, { page: 0, size: 20 })).payments.map((payment) =>
        paymentObject(payment, new BusinessTime(new Date())),
      );
      expect(reversal).toMatchObject({
        ...{ kind: 'REVERSAL', description: 'Stripe dispute dp_1: fraudulent' },
        createdBy: { kind: 'SERVICE', name: 'Stripe' },
      });
      for (let time = 0; time < 2; time += 1) {
        expect(await send(dispute('funds_reinstated', intent))).toHaveProperty('fired');
      }
      await expect.poll(() => cash(id)).toEqual([...returned, '1260.00 dp_1 reinstated']);
      expect(await world.policy(id)).toMatchObject({ status: 'PAID' });
    });

    it('of a part takes back the part, at most what is left after refunds', async () => {
      const { id, intents } = await aPolicyPaidByStripe(world, server, 126_000);
      await cancelFromTheFirstDay(world, id);
      await world.fire('PAYMENT_REFUND', { policyId: id, amount: 260 }, world.carrier);
      const [intent] = intents as [string];
      await send(dispute('created', intent, { id: 'dp_2' }));
      await expect.poll(() => cash(id)).toContain(`-1000.00 ${intent} returned`);
      const other = await aPolicyPaidByStripe(world, server, 126_000);
      await send(dispute('created', other.intents[0]!, { id: 'dp_3', amount: 1_050 }));
      await expect.poll(() => cash(other.id)).toContain(`-10.50 ${other.intents[0]} returned`);
    });

    it('is sent again where its payment has no policy yet', async () => {
      const quote = await world.aQuote();
      const { intent, id } = await setUp(quote);
      const payload = dispute('created', intent, { id: 'dp_4', amount: 36_000 });
      expect((await deliver(payload, sign(payload))).status).toBe(503);
      pay(intent);
      await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId: id });
      expect((await deliver(payload, sign(payload))).status).toBe(503);
      const policy = await world.bind(quote, 'MONTHLY');
      expect(await send(payload)).toHaveProperty('fired');
      await expect.poll(() => cash(policy.id)).toEqual([`360.00 ${intent}`, `-360.00 ${intent} returned`]);
    });

    it('that is an inquiry, of others, or never recorded changes nothing', async () => {
      const { id, intents } = await aPolicyPaidByStripe(world, server, 126_000);
      const [intent] = intents as [string];
      const inquiry = { id: 'dp_5', status: 'warning_needs_response' };
      for (const payload of [
        dispute('created', intent, inquiry),
        dispute('created', 'pi_of_somebody_else'),
        dispute('created', null),
        dispute('funds_reinstated', intent, { id: 'dp_5' }),
      ]) {
        expect(await send(payload)).toEqual({ received: true });
      }
      expect(await cash(id)).toEqual([`1260.00 ${intent}`]);
      // The inquiry became a chargeback.
      expect(await send(dispute('funds_withdrawn', intent, { id: 'dp_5' }))).toHaveProperty('fired');
      await expect.poll(() => cash(id)).toContain(`-1260.00 ${intent} returned`);
    });

    it('is 400 without an amount', async () => {
      const payload = dispute('created', 'pi_1', { amount: 0 });
      const { status, body } = await deliver(payload, sign(payload));
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'data.object.amount' }]);
    });
  });

  it("passes over what is not about a payment of the service's", async () => {
    for (const payload of [told('pi_of_somebody_else'), told('pi_1', 'evt_1', 'charge.updated')]) {
      expect((await deliver(payload, sign(payload))).body).toEqual({ received: true });
    }
  });

  it('tries again what may pass, and never quotes the key', async () => {
    const stripe = stripeProvider({ secretKey, apiBase: server.url });
    server.failWith(503);
    expect((await stripe.open(payment())).reference).toMatch(/^pi_/);
    server.failWith(500, 2);
    await expect(stripe.open(payment())).rejects.toMatchObject({ nonRetryable: false });
    server.failWith(401);
    const refusal = await stripe.open(payment()).catch((error: Error) => error);
    expect(refusal).toMatchObject({ nonRetryable: true });
    expect(JSON.stringify(refusal) + String(refusal)).not.toContain(secretKey);
  });
});
