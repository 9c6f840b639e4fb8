import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Payment } from '../../db/models/payment.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { Quote } from '../../db/models/quote.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld();
});
afterAll(() => world?.close());

/** Opens the payment of a quote, and answers the session's id with the metadata. */
async function setUp(quotes: Quote[], plans: { [quoteId: string]: string } = {}) {
  const id = randomUUID();
  const payload = {
    clientId: quotes[0]!.clientId,
    quoteIds: quotes.map(({ requestId }) => requestId),
    selectedPaymentPlans: plans,
  };
  const metadata = await world.fire('PAYMENT_SETUP', payload, world.agency, { triggerRequestId: id });
  return { id, metadata };
}

const paid = async (policyId: string) =>
  (await world.statements(policyId)).map(({ paidAmount, state }) => `${paidAmount} ${state}`);
const receive = async (payload: JsonObject) => {
  const { PAYMENT_RECEIVED: received } = await world.fire('PAYMENT_RECEIVED', payload);
  return received as JsonObject;
};

describe('PAYMENT_SETUP', () => {
  it('offers the plans of the product and opens a payment of what is due first', async () => {
    const quote = await world.aQuote();
    const { id, metadata } = await setUp([quote], { [quote.requestId]: 'MONTHLY' });
    const options = (metadata.paymentOptions as JsonObject)[quote.requestId] as JsonObject;
    expect(Object.keys(options).sort()).toEqual(['BI_ANNUALLY', 'FINANCE', 'FULL_PAYMENT', 'MONTHLY']);
    expect(options.FULL_PAYMENT).toEqual({
      paymentPlan: 'FULL_PAYMENT',
      totalPremium: 1260,
      premium: 1200,
      taxesAndFees: 60,
      instalmentFees: 0,
      instalments: [
        {
          number: 1,
          dueDate: '2027-01-11',
          amount: 1260,
          premium: 1200,
          taxesAndFees: 60,
          instalmentFee: 0,
        },
      ],
    });
    expect(options.MONTHLY).toMatchObject({ totalPremium: 1275, instalmentFees: 15 });
    expect(metadata.PAYMENT_SETUP).toEqual({
      paymentTriggerRequestId: id,
      paymentProcessor: 'OFFLINE',
      paymentIdentifier: expect.stringMatching(/^INV-[0-9A-F]{20}$/),
      clientSecret: null,
      amountTotal: 36_000,
      currency: 'USD',
      selectedPaymentPlans: { [quote.requestId]: 'MONTHLY' },
    });
    expect(await PaymentSession.query(world.db).findById(id)).toMatchObject({
      state: 'OPEN',
      amount: '360.00',
      organizationId: world.agency.organizationId,
    });
  });

  it('counts no configured action', async () => {
    const quote = await world.aQuote();
    const result = await world.events.fire(world.agency, {
      ...{ type: 'PAYMENT_SETUP', lineId: quote.productId, forceSync: false, batchMode: false },
      payload: { clientId: quote.clientId!, quoteIds: [quote.requestId] },
    });
    expect(result.executedActionCount).toBe(0);
  });

  it('asks for nothing where a finance company will pay', async () => {
    const quote = await world.aQuote();
    const { id, metadata } = await setUp([quote], { [quote.requestId]: 'FINANCE' });
    expect(metadata.PAYMENT_SETUP).toMatchObject({ amountTotal: 0, clientSecret: null });
    expect(await PaymentSession.query(world.db).findById(id)).toMatchObject({ state: 'PAID' });
    expect(await receive({ paymentTriggerRequestId: id })).toMatchObject({ applied: false, amount: 0 });
  });
});

describe('a payment by invoice', () => {
  it('is verified once it was received, and belongs to the policy that is issued then', async () => {
    const quote = await world.aQuote();
    const { id } = await setUp([quote], { [quote.requestId]: 'MONTHLY' });
    const verify = async () =>
      (await world.fire('PAYMENT_VERIFICATION', { paymentTriggerRequestId: id })).PAYMENT_VERIFICATION;
    expect(await verify()).toMatchObject({ paymentVerified: false, amount: 0 });
    expect(await receive({ paymentTriggerRequestId: id })).toMatchObject({ applied: true, policies: [] });
    expect(await verify()).toEqual({
      paymentTriggerRequestId: id,
      paymentVerified: true,
      paymentProcessor: 'OFFLINE',
      paymentIdentifier: expect.stringMatching(/^INV-/),
      amount: 36_000,
      currency: 'USD',
    });

    const policy = await world.bind(quote, 'MONTHLY');
    expect(policy.status).toBe('PAID');
    expect(await paid(policy.id)).toEqual([
      '360.00 PAID',
      '0.00 SCHEDULED',
      '0.00 SCHEDULED',
      '0.00 SCHEDULED',
    ]);
    expect(await receive({ paymentTriggerRequestId: id })).toMatchObject({ applied: false });
    expect((await world.policy(policy.id)).status).toBe('PAID');
  });

  it('reaches the policies that were issued before it came', async () => {
    const first = await world.aQuote();
    const second = await world.aQuote({ clientId: first.clientId!, premium: '100.00', taxesAndFees: [] });
    const { id } = await setUp([first, second]);
    const policies = [await world.bind(first), await world.bind(second)];
    const received = await receive({ paymentTriggerRequestId: id });
    expect(received).toMatchObject({ applied: true, amount: 1360 });
    for (const policy of policies)
      expect(await world.policy(policy.id)).toMatchObject({ status: 'PAID', policyState: 'ACTIVE' });
  });
});

describe('a payment that comes while its quote is being issued', () => {
  it('reaches the policy, whichever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const quote = await world.aQuote();
      const { id } = await setUp([quote]);
      const [policy] = await Promise.all([world.bind(quote), receive({ paymentTriggerRequestId: id })]);
      expect((await world.policy(policy.id)).status).toBe('PAID');
      expect(await paid(policy.id)).toEqual(['1260.00 PAID']);
    }
  });
});

describe('PAYMENT_RECEIVED for a policy', () => {
  it('pays the oldest statement first, and counts a reference once', async () => {
    const policy = await world.bind(await world.aQuote(), 'MONTHLY');
    const payment = { policyId: policy.id, amount: 400.5, reference: 'check 1044' };
    expect(await receive(payment)).toMatchObject({
      applied: true,
      policies: [{ policyId: policy.id, status: 'OVERPAID', due: 360, paid: 400.5, balance: 874.5 }],
    });
    expect(await paid(policy.id)).toEqual([
      '360.00 PAID',
      '40.50 SCHEDULED',
      '0.00 SCHEDULED',
      '0.00 SCHEDULED',
    ]);
    expect(await receive(payment)).toMatchObject({ applied: false, policies: [{ paid: 400.5 }] });
    expect(await Payment.query(world.db).where('policy_id', policy.id).resultSize()).toBe(1);
  });

  it('is refused where its reference was used for another sum, which would get lost', async () => {
    const policy = await world.bind(await world.aQuote());
    const payment = { policyId: policy.id, amount: 1300, reference: 'check 1' };
    await receive(payment);
    const field = 'payload.reference';
    await expect(receive({ ...payment, amount: 7 })).rejects.toMatchObject({
      errors: [{ field, detail: 'the reference was used for a payment of 1300.00 before' }],
    });
    await expect(receive({ ...payment, amount: 1300, isRefund: true })).rejects.toMatchObject({
      status: 409,
    });
    await receive({ ...payment, amount: 40, reference: 'back', isRefund: true });
    await expect(receive({ ...payment, amount: 40, reference: 'back' })).rejects.toMatchObject({
      errors: [{ field, detail: 'the reference was used for a refund of 40.00 before' }],
    });
    expect(await Payment.query(world.db).where('policy_id', policy.id)).toHaveLength(2);
  });

  it('takes nothing for a closed policy, but pays back what is owed', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    await receive({ policyId, amount: 1300, reference: 'in' });
    await world.db('policies').where({ id: policyId }).update({ policy_state: 'CLOSED' });
    await expect(receive({ policyId, amount: 1, reference: 'more' })).rejects.toThrow('the policy is closed');
    const back = { policyId, amount: 15, reference: 'out', isRefund: true };
    expect(await receive(back)).toMatchObject({ policies: [{ policyState: 'CLOSED', balance: -25 }] });
    const { PAYMENT_REFUND: rest } = await world.fire('PAYMENT_REFUND', { policyId }, world.carrier);
    expect(rest).toMatchObject({ amount: 25, balance: 0, policyState: 'CLOSED' });
  });

  it('is one of several at once that counts', async () => {
    const policy = await world.bind(await world.aQuote());
    const payment = { policyId: policy.id, amount: 200, reference: 'transfer 7' };
    const received = await Promise.all(Array.from({ length: 8 }, () => receive(payment)));
    expect(received.filter(({ applied }) => applied === true)).toHaveLength(1);
    expect(await paid(policy.id)).toEqual(['200.00 DUE']);
    expect((await world.policy(policy.id)).status).toBe('UNDERPAID');
  });

  it('pays back what is owed, and no more', async () => {
    const policy = await world.bind(await world.aQuote());
    await receive({ policyId: policy.id, amount: 1300, reference: 'in' });
    const refund = { policyId: policy.id, reference: 'out', isRefund: true };
    await expect(receive({ ...refund, amount: 40.01 })).rejects.toThrow(
      'only 40.00 is owed to the policyholder',
    );
    expect(await receive({ ...refund, amount: 40 })).toMatchObject({
      amount: -40,
      policies: [{ status: 'PAID', balance: 0 }],
    });
    expect(await paid(policy.id)).toEqual(['1260.00 PAID']);
  });

  it("is refused for another organization's policy", async () => {
    const policy = await world.bind(await world.aQuote());
    const payload = { policyId: policy.id, amount: 1, reference: 'x' };
    await expect(world.fire('PAYMENT_RECEIVED', payload, world.stranger)).rejects.toMatchObject({
      status: 404,
    });
    expect(await Payment.query(world.db).where('policy_id', policy.id)).toEqual([]);
  });
});

describe('PAYMENT_COLLECT_SETUP', () => {
  it('opens a payment of what is open on a policy, or a part, and no more', async () => {
    const quote = await world.aQuote();
    const policy = await world.bind(quote);
    const collect = (totalAmount: number, triggerRequestId = randomUUID()) =>
      world.fire(
        'PAYMENT_COLLECT_SETUP',
        { policyId: policy.id, clientId: quote.clientId, totalAmount },
        world.agency,
        { triggerRequestId },
      );
    await expect(collect(126_001)).rejects.toThrow('only 1260.00 of the policy is open');
    const id = randomUUID();
    const { PAYMENT_COLLECT_SETUP: opened } = await collect(60_000, id);
    expect(opened).toMatchObject({ paymentTriggerRequestId: id, amountTotal: 60_000, currency: 'USD' });
    await receive({ paymentTriggerRequestId: id });
    expect(await paid(policy.id)).toEqual(['600.00 DUE']);
    await expect(collect(66_001)).rejects.toThrow('only 660.00 of the policy is open');
  });
});

describe('POLICY_EVENT_RECORD', () => {
  const eventsOf = (policyId: string) =>
    PolicyEvent.query(world.db).where('policy_id', policyId).orderBy('created_at').select('type', 'label');

  it("adds to the policy's events", async () => {
    const policy = await world.bind(await world.aQuote());
    const note = { policyId: policy.id, type: 'NOTE', label: 'Called', description: 'Asked for a copy' };
    await world.fire('POLICY_EVENT_RECORD', note);
    await world.fire('CLAIM_NOTIFICATION', { policyNumber: policy.policyNumber });
    await world.fire('POLICY_LIMIT_CHANGED', { quoteId: policy.quoteId });
    expect((await eventsOf(policy.id)).map(({ type, label }) => `${type}: ${label}`)).toEqual([
      'POLICY_ISSUED: Policy issued',
      'NOTE: Called',
      'CLAIM_NOTIFICATION: Claim notified',
      'POLICY_LIMIT_CHANGED: Limit changed',
    ]);
  });

  it('closes a settled policy, for its issuer only, and no other', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    const close = (by = world.carrier) => world.fire('POLICY_EVENT_RECORD', { policyId, type: 'CLOSE' }, by);
    await expect(close()).rejects.toThrow('the policy is ACTIVE; it must be SETTLED');
    await world.db('policies').where({ id: policyId }).update({ policy_state: 'SETTLED' });
    await expect(close(world.agency)).rejects.toThrow('only the insurer may use type');
    await close();
    expect((await world.policy(policyId)).policyState).toBe('CLOSED');
    await expect(close()).rejects.toThrow('the policy is CLOSED; it must be SETTLED');
  });
});

it('loses no money: allocations are what statements show, and what is not allocated is kept', async () => {
  const payments = await Payment.query(world.db).whereNotNull('policy_id');
  const allocations = await PaymentAllocation.query(world.db);
  for (const policyId of new Set(payments.map((payment) => payment.policyId!))) {
    const ids = new Set(payments.filter((one) => one.policyId === policyId).map(({ id }) => id));
    const allocated = cents(
      allocations.filter(({ paymentId }) => ids.has(paymentId)).map(({ amount }) => amount),
    );
    const settled = cents((await world.statements(policyId)).map(({ paidAmount }) => paidAmount));
    const received = cents(payments.filter(({ id }) => ids.has(id)).map(({ amount }) => amount));
    expect(settled).toBe(allocated);
    expect(allocated).toBeLessThanOrEqual(received);
  }
});

const cents = (amounts: string[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
