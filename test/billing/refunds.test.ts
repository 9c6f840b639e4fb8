import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { paymentProviders } from '../../activities/payments/provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { JsonObject } from '../../domain/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { programOf } from '../support/program.js';
import { aStripeServer, type StripeServer } from '../support/stripe-server.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';

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

/** Pays a part of a policy's balance by Stripe, and answers the intent. */
async function byStripe(policyId: string, cents: number): Promise<string> {
  const { clientId } = await world.policy(policyId);
  const id = randomUUID();
  const { PAYMENT_COLLECT_SETUP: opened } = await world.fire(
    'PAYMENT_COLLECT_SETUP',
    { policyId, clientId, totalAmount: cents },
    world.agency,
    { triggerRequestId: id },
  );
  const intent = String((opened as JsonObject).paymentIdentifier);
  Object.assign(server.intents.get(intent)!, { status: 'succeeded', amount_received: cents });
  await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId: id });
  return intent;
}

/** A policy of 1,260.00 that was paid by Stripe in parts, and then cancelled from its first day. */
async function cancelledAfter(...cents: number[]): Promise<{ id: string; intents: string[] }> {
  const { id } = await world.bind(await world.aQuote(), 'FULL_PAYMENT', { paymentRequired: false });
  const intents: string[] = [];
  for (const part of cents) intents.push(await byStripe(id, part));
  return { id, intents };
}

async function cancel(id: string): Promise<void> {
  await world.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2027-01-01' });
}

async function refund(policyId: string, more: object = {}, by = world.carrier): Promise<JsonObject> {
  const { PAYMENT_REFUND: answer } = await world.fire('PAYMENT_REFUND', { policyId, ...more }, by);
  return answer as JsonObject;
}

const moneyBack = (policyId: string) =>
  Payment.query(world.db).where('policy_id', policyId).where('amount', '<', 0).orderBy('amount');
const stripeRefundsOf = (intent: string) =>
  server.refunds.filter(({ payment_intent }) => payment_intent === intent).map(({ amount }) => amount);

describe('PAYMENT_REFUND', () => {
  it('pays back what is owed by the latest Stripe payments first, and settles the policy', async () => {
    const { id, intents } = await cancelledAfter(40_000, 30_000, 56_000);
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
    expect(intents.map(stripeRefundsOf)).toEqual([[40_000], [14_050, 15_950], [56_000]]);
    expect(await world.policy(id)).toMatchObject({ policyState: 'SETTLED', status: 'PAID' });
    expect(await moneyBack(id)).toHaveLength(4);
    const events = await PolicyEvent.query(world.db).where({ policy_id: id, type: 'PAYMENT_REFUND' });
    expect(events.map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Moved away', '400.00 by STRIPE']),
    );
  });

  it('records what did not come by Stripe as paid back by hand', async () => {
    const { id, intents } = await cancelledAfter(26_000);
    await byHand(id, 1000);
    await cancel(id);
    expect(await refund(id, { reference: 'cheque 9' })).toMatchObject({
      balance: 0,
      refunds: [
        { paymentProcessor: 'STRIPE', amount: 260, refundedPayment: intents[0] },
        {
          paymentProcessor: 'OFFLINE',
          amount: 1000,
          paymentIdentifier: 'cheque 9',
          status: 'BY_HAND',
          refundedPayment: null,
        },
      ],
    });
    expect(await moneyBack(id)).toMatchObject([
      { amount: '-1000.00', reference: 'cheque 9', provider: 'OFFLINE' },
      { amount: '-260.00', provider: 'STRIPE' },
    ]);
  });

  it('gives a number to what is paid back by hand without a reference', async () => {
    const { id } = await cancelledAfter();
    await byHand(id, 1260);
    await cancel(id);
    expect(await refund(id)).toMatchObject({
      refunds: [{ paymentIdentifier: expect.stringMatching(/^REF-[0-9A-F]{20}$/), amount: 1260 }],
    });
  });

  it('is refused to the seller, for what is not owed, and for a reference that was used', async () => {
    const { id } = await cancelledAfter(126_000);
    await expect(refund(id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing is owed to the policyholder'),
    });
    await cancel(id);
    await expect(refund(id, {}, world.agency)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('only the organization that issued the policy pays back'),
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
    expect(await moneyBack(id)).toHaveLength(1);
    await refund(id);
    await expect(refund(id)).rejects.toThrow('nothing is owed to the policyholder');
  });

  it('never pays back more than is owed, however many ask at once, by hand too', async () => {
    const { id, intents } = await cancelledAfter(126_000);
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
    const back = await moneyBack(id);
    expect(back.map(({ amount }) => amount)).toEqual(['-500.00', '-500.00']);
    const stripes = back.filter(({ provider }) => provider === 'STRIPE');
    expect(stripeRefundsOf(intents[0]!)).toEqual(stripes.map(() => 50_000));
    expect(await refund(id)).toMatchObject({ amount: 260, balance: 0 });
  });

  it('promises nothing twice while Stripe is thinking', async () => {
    const { id } = await cancelledAfter(126_000);
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
    ).rejects.toThrow('only 260.00 is owed to the policyholder; 1000.00 is on its way back');
    await expect(
      world.fire('PAYMENT_RECEIVED', { ...refundByHand, amount: 1, reference: 'slow' }),
    ).rejects.toThrow('a refund with the reference slow is on its way');
    await expect(refund(id, { amount: 260.01 })).rejects.toThrow('only 260.00 is owed');
    answer();
    expect(await slow).toMatchObject({ amount: 1000, balance: -260 });
  });

  it('tries again what may pass, and refuses what Stripe refuses without losing what went', async () => {
    const { id, intents } = await cancelledAfter(60_000, 66_000);
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
    expect(await moneyBack(id)).toMatchObject([{ amount: '-600.00' }, { amount: '-60.00' }]);
    expect(await world.policy(id)).toMatchObject({ policyState: 'ACTIVE', status: 'OVERPAID' });
    // What was refused is not on its way any more.
    expect(
      await world.fire('PAYMENT_RECEIVED', { policyId: id, amount: 600, reference: 'h', isRefund: true }),
    ).toMatchObject({ PAYMENT_RECEIVED: { policies: [{ balance: 0 }] } });
  });

  it('fails without telling the key where Stripe does not know it, and pays back once it does', async () => {
    const { id } = await cancelledAfter(126_000);
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

describe('a worker that is killed after Stripe has paid back and before that is recorded', () => {
  it.each([
    ['within the day', () => undefined],
    ['after Stripe has forgotten the key', () => server.forgetKeys()],
  ])(
    'has paid back once when another goes on %s',
    async (_when, meanwhile) => {
      const other = await aBillingWorld({
        worker: false,
        payments: paymentProviders(stripeProvider({ secretKey, apiBase: server.url }), [offlineProvider]),
      });
      const here = world;
      const stop = await other.startWorker();
      world = other;
      let stopped = false;
      try {
        const { id, intents } = await cancelledAfter(126_000);
        await cancel(id);
        await stop();
        stopped = true;
        const worker = await aWorkerOn(other);
        const killed = new Promise<void>((resolve) => {
          server.onRefund = async () => {
            worker.kill('SIGKILL');
            await once(worker, 'exit');
            meanwhile();
            resolve();
          };
        });
        const triggerRequestId = randomUUID();
        const fired = other
          .fire('PAYMENT_REFUND', { policyId: id }, other.carrier, { triggerRequestId })
          .catch(() => undefined);
        await killed;
        const stopNext = await other.startWorker();
        await expect
          .poll(async () => (await Event.query(other.db).findById(triggerRequestId))?.state, {
            timeout: 60_000,
            interval: 250,
          })
          .toBe('COMPLETED');
        await fired;
        expect(stripeRefundsOf(intents[0]!)).toEqual([126_000]);
        expect(await moneyBack(id)).toMatchObject([{ amount: '-1260.00', provider: 'STRIPE' }]);
        expect(await PaymentRefund.query(other.db)).toMatchObject([{ state: 'DONE', attempt: 1 }]);
        await stopNext();
      } finally {
        if (!stopped) await stop();
        world = here;
        await other.close();
      }
    },
    180_000,
  );
});

async function aWorkerOn({ databaseUrl, taskQueue }: BillingWorld) {
  const settings = {
    ...{ databaseUrl, taskQueue, codePath: await workflowBundle(), temporalAddress: temporalAddress() },
    stripe: { secretKey, apiBase: server.url },
  };
  const child = fork(await programOf('worker-process.ts'), [JSON.stringify(settings)], { execArgv: [] });
  await once(child, 'message');
  return child;
}
