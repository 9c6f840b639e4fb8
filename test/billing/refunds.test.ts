import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { EventControl } from '../../api/events/control.js';
import { Event } from '../../db/models/event.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import {
  aPolicyPaidByStripe,
  cancelFromTheFirstDay,
  moneyBack,
  stripeRefundsOf,
} from '../support/stripe-payments.js';
import { aStripeServer, type StripeServer } from '../support/stripe-server.js';

const secretKey = 'sk_test_51Secret';
let server: StripeServer;
let world: BillingWorld;

beforeAll(async () => {
  server = await aStripeServer();
  const stripe = stripeProvider({ secretKey, apiBase: server.url });
  world = await aBillingWorld({ payments: paymentProviders(stripe, [offlineProvider]) });
});
afterEach(() => {
  server.onRefund = undefined;
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

const byHand = (policyId: string, amount: number, reference: string = randomUUID()) =>
  world.fire('PAYMENT_RECEIVED', { policyId, amount, reference });

const paidBy = (...cents: number[]) => aPolicyPaidByStripe(world, server, ...cents);
const cancel = (id: string) => cancelFromTheFirstDay(world, id);
const back = (id: string) => moneyBack(world, id);
const returned = (intent: string) => stripeRefundsOf(server, intent);

async function refund(policyId: string, more: object = {}, by = world.carrier): Promise<JsonObject> {
  const { PAYMENT_REFUND: answer } = await world.fire('PAYMENT_REFUND', { policyId, ...more }, by);
  return answer as JsonObject;
}

describe('PAYMENT_REFUND', () => {
  it('pays back what is owed by the latest Stripe payments first, and settles the policy', async () => {
    const { id, intents } = await paidBy(40_000, 30_000, 56_000);
    await cancel(id);
    await world.db('policies').where({ id }).update({ policy_state: 'INACTIVE_UNSETTLED' });
    const first = await refund(id, { amount: 700.5, reference: 'R-1', reason: 'Moved away' });
    expect(first).toMatchObject({
      policyId: id,
      policyState: 'INACTIVE_UNSETTLED',
      amount: 700.5,
      balance: -559.5,
      refunds: [
        { paymentProcessor: 'STRIPE', amount: 560, refundedPayment: intents[2], status: 'SUCCEEDED' },
        { paymentProcessor: 'STRIPE', amount: 140.5, refundedPayment: intents[1], status: 'SUCCEEDED' },
      ],
    });
    const rest = await refund(id);
    expect(rest).toMatchObject({
      policyState: 'SETTLED',
      amount: 559.5,
      balance: 0,
      refunds: [
        { amount: 159.5, refundedPayment: intents[1], paymentIdentifier: expect.stringMatching(/^re_/) },
        { amount: 400, refundedPayment: intents[0] },
      ],
    });
    expect(intents.map(returned)).toEqual([[40_000], [14_050, 15_950], [56_000]]);
    expect(await world.policy(id)).toMatchObject({ policyState: 'SETTLED', status: 'PAID' });
    expect(await back(id)).toHaveLength(4);
    const events = await PolicyEvent.query(world.db).where({ policy_id: id, type: 'PAYMENT_REFUND' });
    expect(events.map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Moved away', '400.00 by STRIPE']),
    );
  });

  it('records what did not come by Stripe as paid back by hand', async () => {
    const { id, intents } = await paidBy(26_000);
    await byHand(id, 1000);
    await cancel(id);
    expect(await refund(id, { reference: 'check 9' })).toMatchObject({
      balance: 0,
      refunds: [
        { paymentProcessor: 'STRIPE', amount: 260, refundedPayment: intents[0] },
        {
          paymentProcessor: 'OFFLINE',
          amount: 1000,
          paymentIdentifier: 'check 9',
          status: 'BY_HAND',
          refundedPayment: null,
        },
      ],
    });
    expect(await back(id)).toMatchObject([
      { amount: '-1000.00', reference: 'check 9', provider: 'OFFLINE' },
      { amount: '-260.00', provider: 'STRIPE' },
    ]);
  });

  it('gives a number to what is paid back by hand without a reference', async () => {
    const { id } = await paidBy();
    await byHand(id, 1260);
    await cancel(id);
    expect(await refund(id)).toMatchObject({
      refunds: [{ paymentIdentifier: expect.stringMatching(/^REF-[0-9A-F]{20}$/), amount: 1260 }],
    });
  });

  it('is refused to the seller, for what is not owed, and for a reference that was used', async () => {
    const { id } = await paidBy(126_000);
    await expect(refund(id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing is owed to the policyholder'),
    });
    await cancel(id);
    await expect(refund(id, {}, world.agency)).rejects.toMatchObject({
      status: 403,
      message: 'only the insurer fires PAYMENT_REFUND',
    });
    await expect(refund(id, { amount: 1260.01 })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('only 1260.00 is owed to the policyholder'),
    });
    await expect(refund(id, {}, world.stranger)).rejects.toMatchObject({ status: 404 });
    await expect(refund(randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(refund((await world.policy(id)).clientId)).rejects.toMatchObject({ status: 404 });
    expect(server.refunds.filter(({ metadata }) => metadata.policyId === id)).toEqual([]);
    await refund(id, { amount: 60, reference: 'once' });
    await expect(refund(id, { amount: 60, reference: 'once' })).rejects.toThrow(
      'the reference once was used for the policy before',
    );
    await expect(
      world.fire('PAYMENT_RECEIVED', { policyId: id, amount: 60, reference: 'once', isRefund: true }),
    ).rejects.toThrow('the reference once was used for a refund before');
    expect(await back(id)).toHaveLength(1);
    await refund(id);
    await expect(refund(id)).rejects.toThrow('nothing is owed to the policyholder');
  });

  it('never pays back more than is owed, however many ask at once, by hand too', async () => {
    const { id, intents } = await paidBy(126_000);
    await cancel(id);
    const asked = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => refund(id, { amount: 500 })),
      ...Array.from({ length: 3 }, () =>
        world.fire('PAYMENT_RECEIVED', {
          policyId: id,
          amount: 500,
          reference: randomUUID(),
          isRefund: true,
        }),
      ),
    ]);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const went = await back(id);
    expect(went.map(({ amount }) => amount)).toEqual(['-500.00', '-500.00']);
    const stripes = went.filter(({ provider }) => provider === 'STRIPE');
    expect(returned(intents[0]!)).toEqual(stripes.map(() => 50_000));
    expect(await refund(id)).toMatchObject({ amount: 260, balance: 0 });
  });

  it('promises nothing twice while Stripe is thinking', async () => {
    const { id } = await paidBy(126_000);
    await cancel(id);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      server.onRefund = () => {
        resolve();
        return new Promise<void>((go) => {
          answer = go;
        });
      };
    });
    const slow = refund(id, { amount: 1000, reference: 'slow' });
    await asked;
    const refundByHand = { policyId: id, isRefund: true };
    await expect(
      world.fire('PAYMENT_RECEIVED', { ...refundByHand, amount: 261, reference: 'x' }),
    ).rejects.toThrow('only 260.00 is owed to the policyholder; 1000.00 is already being refunded');
    await expect(
      world.fire('PAYMENT_RECEIVED', { ...refundByHand, amount: 1, reference: 'slow' }),
    ).rejects.toThrow('a refund with the reference slow is pending');
    await expect(refund(id, { amount: 260.01 })).rejects.toThrow('only 260.00 is owed');
    answer();
    expect(await slow).toMatchObject({ amount: 1000, balance: -260 });
  });

  it('tries again what may pass, and refuses what Stripe refuses without losing what went', async () => {
    const { id, intents } = await paidBy(60_000, 66_000);
    await cancel(id);
    server.failWith(500, 2);
    expect(await refund(id, { amount: 60 })).toMatchObject({ amount: 60 });
    // Somebody paid the older payment back in Stripe's dashboard.
    server.intents.get(intents[0]!)!.amount_received = 10_000;
    const id2 = randomUUID();
    const again = { triggerRequestId: id2 };
    const payload = { policyId: id, reference: 'all' };
    await expect(world.fire('PAYMENT_REFUND', payload, world.carrier, again)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('charge_already_refunded, 400, req_1'),
    });
    expect(await back(id)).toMatchObject([{ amount: '-600.00' }, { amount: '-60.00' }]);
    expect(await world.policy(id)).toMatchObject({ policyState: 'ACTIVE', status: 'OVERPAID' });
    // What was refused is not on its way any more.
    expect(
      await world.fire('PAYMENT_RECEIVED', { policyId: id, amount: 600, reference: 'h', isRefund: true }),
    ).toMatchObject({ PAYMENT_RECEIVED: { policies: [{ balance: 0 }] } });
  });

  it('pays back the rest once its event is run again', async () => {
    const { id, intents } = await paidBy(60_000, 66_000);
    await cancel(id);
    server.intents.get(intents[0]!)!.amount_received = 0;
    const triggerRequestId = randomUUID();
    const more = { triggerRequestId };
    await expect(
      world.fire('PAYMENT_REFUND', { policyId: id, amount: 1200 }, world.carrier, more),
    ).rejects.toMatchObject({ status: 409 });
    server.intents.get(intents[0]!)!.amount_received = 60_000;
    // Stripe answers what it answered before to a key that it has seen.
    const control = new EventControl({
      db: world.db,
      catalog: world.catalog,
      runs: world.runs,
      now: () => new Date(),
    });
    await control.retry(world.carrier, triggerRequestId);
    await expect
      .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state)
      .toBe('COMPLETED');
    expect(intents.map(returned)).toEqual([[54_000], [66_000]]);
    expect(await back(id)).toMatchObject([{ amount: '-660.00' }, { amount: '-540.00' }]);
    const again = await world.fire('PAYMENT_REFUND', { policyId: id, amount: 1200 }, world.carrier, more);
    expect(again.PAYMENT_REFUND).toMatchObject({ amount: 1200, balance: -60, refunds: [{}, {}] });
  });

  it('has done what it was to do where the rest was paid back by hand before its event is run again', async () => {
    const { id, intents } = await paidBy(60_000, 66_000);
    await cancel(id);
    server.intents.get(intents[0]!)!.amount_received = 0;
    const triggerRequestId = randomUUID();
    await expect(
      world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier, { triggerRequestId }),
    ).rejects.toMatchObject({ status: 409 });
    await world.fire('PAYMENT_RECEIVED', { policyId: id, amount: 600, reference: 'rest', isRefund: true });
    const control = new EventControl({
      db: world.db,
      catalog: world.catalog,
      runs: world.runs,
      now: () => new Date(),
    });
    await control.retry(world.carrier, triggerRequestId);
    await expect
      .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.closedAt ?? null)
      .not.toBeNull();
    expect(await Event.query(world.db).findById(triggerRequestId)).toMatchObject({ state: 'COMPLETED' });
    expect(await back(id)).toMatchObject([{ amount: '-660.00' }, { amount: '-600.00' }]);
  });

  it.each([
    ['had paid it back by then', true],
    ['never heard of it', false],
  ])('ends what a canceled event has left on its way, where Stripe %s', async (_what, wentThrough) => {
    const { id, intents } = await paidBy(126_000);
    await cancel(id);
    const triggerRequestId = randomUUID();
    await refund(id, { amount: 1 });
    // As an event leaves it whose run ended while Stripe did not answer.
    const [done] = await PaymentRefund.query(world.db).where('policy_id', id);
    await world.db('events').insert({
      ...(await world.db('events').where('trigger_request_id', done!.triggerRequestId).first()),
      ...{
        trigger_request_id: triggerRequestId,
        state: 'CANCELLED',
        closed_at: new Date(Date.now() - 5_000),
      },
      envelope: JSON.stringify({}),
      plan: JSON.stringify({}),
      chain: JSON.stringify([]),
      trigger_result: null,
    });
    const left = { ...done!.toJSON(), id: randomUUID(), triggerRequestId, amount: '500.00' } as PaymentRefund;
    await PaymentRefund.query(world.db).insert({ ...left, state: 'PENDING', providerReference: null });
    if (wentThrough) {
      const metadata = { refundId: left.id };
      const made = { id: `re_${randomUUID()}`, object: 'refund' as const, amount: 50_000, metadata };
      server.refunds.push({ ...made, payment_intent: intents[0]!, status: 'succeeded' });
    }
    // An attempt may still be under way.
    await expect(refund(id, { amount: 1259 })).rejects.toThrow('only 759.00 is owed');
    const over = new Date(Date.now() - 61_000);
    await world.db('events').where('trigger_request_id', triggerRequestId).update({ closed_at: over });
    expect(await refund(id)).toMatchObject({ amount: wentThrough ? 759 : 1259, balance: 0 });
    expect(await PaymentRefund.query(world.db).findById(left.id)).toMatchObject({
      state: wentThrough ? 'DONE' : 'REFUSED',
    });
    expect(returned(intents[0]!).reduce((sum, cents) => sum + cents, 0)).toBe(126_000);
  });

  it('pays back once where Stripe did, its answer was lost, and it does not know the key when it is asked again', async () => {
    const { id, intents } = await paidBy(126_000);
    await cancel(id);
    server.onRefund = () => {
      // The client tries once more by itself, and the action's next attempt looks it up.
      server.failWith(500);
      server.failWith(401);
      return 'LOST';
    };
    const triggerRequestId = randomUUID();
    await world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier, { triggerRequestId });
    expect(await PaymentRefund.query(world.db).where('policy_id', id)).toMatchObject([{ state: 'PENDING' }]);
    await expect(refund(id)).rejects.toThrow('1260.00 is already being refunded');
    const over = new Date(Date.now() - 61_000);
    await world.db('events').where('trigger_request_id', triggerRequestId).update({ closed_at: over });
    await expect(refund(id)).rejects.toThrow('nothing is owed to the policyholder');
    expect(intents.map(returned)).toEqual([[126_000]]);
    expect(await back(id)).toMatchObject([{ amount: '-1260.00', provider: 'STRIPE' }]);
  });

  it('fails without telling the key where Stripe does not know it, and pays back once it does', async () => {
    const { id } = await paidBy(126_000);
    await cancel(id);
    server.failWith(401);
    const triggerRequestId = randomUUID();
    await world.fire('PAYMENT_REFUND', { policyId: id }, world.carrier, { triggerRequestId });
    const failed = await world.db('action_runs').where({ trigger_request_id: triggerRequestId }).first();
    expect(failed).toMatchObject({ state: 'FAILED' });
    expect(failed.last_error).toContain('401, req_1');
    expect(failed.last_error).not.toContain(secretKey);
    expect(await PaymentRefund.query(world.db).where('policy_id', id)).toMatchObject([{ state: 'REFUSED' }]);
    expect(await refund(id)).toMatchObject({ amount: 1260, balance: 0 });
  });
});
