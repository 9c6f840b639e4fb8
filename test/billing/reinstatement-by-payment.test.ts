import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Holds } from '../../api/holds/service.js';
import { Payment } from '../../db/models/payment.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { policiesForAttention } from '../../db/policies/policies-for-attention.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const [notPaid, sold] = ['0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1010', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1020'];
const method = 'PRO_RATA' as const;

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 10 }, { plan: 'MONTHLY' }],
      billing: { lateFee: { amount: 15 }, nsfFee: { amount: 25 } },
      cancellation: {
        reasons: [
          { configId: notPaid, title: 'Premium not paid', ground: 'NON_PAYMENT', method },
          { configId: sold, title: 'Business sold', method },
        ],
        nonPayment: { graceDays: 5, noticeDays: 10 },
        reinstatementByPayment: { days: 15, fees: ['LATE_FEE', 'NSF_FEE'] },
      },
    }),
  );
});
afterAll(() => lives?.close());

const receive = (policyId: string, amount: number, reference = `${amount}`) =>
  lives.fire('PAYMENT_RECEIVED', { policyId, amount, reference });
const refund = (policyId: string) => lives.fire('PAYMENT_REFUND', { policyId });
const recorded = (policyId: string, type: string) =>
  PolicyEvent.query(lives.db).where({ policy_id: policyId, type });
const cancel = (policyId: string, effectiveDate: string, cancellationReasonConfigId: string) =>
  lives.fire('POLICY_CANCEL', { policyId, effectiveDate, cancellationReasonConfigId }, lives.carrier);
const cashOf = async (policyId: string) =>
  (await Payment.query(lives.db).where('policy_id', policyId).orderBy('amount')).map(({ amount }) => amount);

const waiting = async () => {
  const asked = { reason: 'REINSTATEMENT' } as const;
  const { policies } = await policiesForAttention(lives.db, lives.carrier.organizationId, asked, {
    ...{ offset: 0, limit: 10 },
  });
  return policies;
};

/** 1,200.00 and a tax of 60.00, never paid: due after ten days, a late fee, canceled after 25. */
async function cancelledByNotice(): Promise<string> {
  lives.setDay('2040-01-01');
  const { id } = await lives.issue();
  for (const day of ['2040-01-12', '2040-01-16', '2040-01-26']) await lives.goTo(id, day);
  expect(await lives.policy(id)).toMatchObject({ cancelledOn: '2040-01-26' });
  return id;
}

describe('a policy canceled for non-payment', () => {
  it('is reinstated without a lapse once the amount and its fees are paid, in parts, too', async () => {
    const id = await cancelledByNotice();
    const [cancellation] = await recorded(id, 'POLICY_CANCELED');
    const toPay = { amount: '1275.00', payBy: '2040-02-10' };
    expect(cancellation?.data.reinstatementByPayment).toEqual(toPay);

    await receive(id, 1000);
    await lives.goTo(id, '2040-02-10');
    expect(await lives.policy(id)).toMatchObject({ cancelledOn: '2040-01-26' });
    expect(await recorded(id, 'POLICY_REINSTATED')).toEqual([]);

    await receive(id, 274.99);
    await lives.goTo(id, '2040-02-10');
    expect(await lives.policy(id)).toMatchObject({ cancelledOn: '2040-01-26' });
    await receive(id, 0.01);
    await lives.goTo(id, '2040-02-10');
    expect(await lives.policy(id)).toMatchObject({
      ...{ policyState: 'ACTIVE', cancelledOn: null, premium: '1200.00', status: 'PAID' },
      lastDayWithCoverage: '2040-12-31',
    });
    expect(await recorded(id, 'POLICY_REINSTATED')).toMatchObject([
      {
        label: 'Reinstated by payment',
        description: 'Cancellation from 2040-01-26 undone',
        effectiveDate: '2040-01-26',
        createdBy: { kind: 'SERVICE' },
      },
    ]);
    const statements = await lives.statements(id);
    for (const { state } of statements) expect(state).toBe('PAID');
    // The payment and the return of the cancellation do not leave: both were charged again.
    await expect(refund(id)).rejects.toThrow('nothing is owed to the policyholder');
    await lives.goTo(id, '2040-03-20');
    expect((await lives.policy(id)).cancellationNoticeOn).toBeNull();
  });

  it('is not reinstated by a payment after the last day, which is owed back', async () => {
    const id = await cancelledByNotice();
    lives.setDay('2040-02-11');
    await receive(id, 1275);
    await lives.goTo(id, '2040-02-11');
    expect(await lives.policy(id)).toMatchObject({
      ...{ policyState: 'INACTIVE_UNSETTLED', status: 'OVERPAID', cancelledOn: '2040-01-26' },
    });
    await refund(id);
    expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED' });
  });

  it('has an event that says so if a hold stops its reinstatement, and is reinstated by hand afterwards', async () => {
    const id = await cancelledByNotice();
    lives.setDay('2040-02-01');
    const { db, catalog, carrier } = lives;
    const holds = new Holds({ db, catalog, now: () => new Date('2040-02-01T08:00:00Z') });
    const hold = await holds.declare(carrier, {
      ...{ title: 'Ada', firstDay: '2040-02-01', lastDay: null, coverages: [] },
      place: { states: ['FL'], zips: [], counties: [] },
      stops: { reinstatements: 'FREEZE' },
    });
    await receive(id, 1275);
    await lives.goTo(id, '2040-02-01');
    expect((await lives.policy(id)).cancelledOn).toBe('2040-01-26');
    expect(await recorded(id, 'REINSTATEMENT_REFUSED')).toMatchObject([
      {
        description: expect.stringContaining('freezes: a reinstatement'),
        data: { holdId: hold.id, amount: 1173.93 },
      },
    ]);
    // Less the premium of the days in force.
    const waits = { holdId: hold.id, amount: '1173.93' };
    expect((await lives.policy(id)).reinstatementWaits).toMatchObject(waits);
    expect((await waiting()).find((each) => each.id === id)).toMatchObject({ reinstatementWaits: waits });
    const noted = await db('changes').where({ kind: 'POLICY', record_id: id }).pluck('became');
    expect(noted.flat()).toContain('REINSTATEMENT_REFUSED');
    // The days of the hold are not the policyholder's: usually 30 days.
    lives.setDay('2040-03-20');
    await holds.end(carrier, hold.id);
    await lives.fire('POLICY_REINSTATE', { policyId: id });
    expect(await lives.policy(id)).toMatchObject({ cancelledOn: null, reinstatementWaits: null });
    expect(await waiting()).toEqual([]);
  });

  it('waits no more once the payment is refunded', async () => {
    const id = await cancelledByNotice();
    lives.setDay('2040-02-01');
    const { db, catalog, carrier } = lives;
    const holds = new Holds({ db, catalog, now: () => new Date('2040-02-01T08:00:00Z') });
    const { id: holdId } = await holds.declare(carrier, {
      ...{ title: 'Bob', firstDay: '2040-02-01', lastDay: null, coverages: [] },
      place: { states: ['FL'], zips: [], counties: [] },
      stops: { reinstatements: 'DECLINE' },
    });
    await receive(id, 1275);
    await lives.goTo(id, '2040-02-01');
    await holds.end(carrier, holdId);
    await refund(id);
    expect((await lives.policy(id)).reinstatementWaits).toBeNull();
  });

  it('is reinstated or refunded, never both, when a payment and a refund come at once', async () => {
    const id = await cancelledByNotice();
    await receive(id, 1000);
    await Promise.allSettled([receive(id, 275), refund(id), refund(id)]);
    await lives.goTo(id, '2040-01-27');
    const refunded = (await cashOf(id)).some((amount) => amount.startsWith('-'));
    expect((await lives.policy(id)).cancelledOn).toBe(refunded ? '2040-01-26' : null);
  });

  it('has to pay a refund of the cancellation, too', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await receive(id, 360);
    await lives.goTo(id, '2040-04-01');
    await lives.goTo(id, '2040-04-02');
    await cancel(id, '2040-03-25', notPaid);
    const [cancellation] = await recorded(id, 'POLICY_CANCELED');
    expect(cancellation?.data.reinstatementByPayment).toEqual({ amount: '115.00', payBy: '2040-04-09' });
    await refund(id);
    const [back] = (await cashOf(id)).filter((amount) => amount.startsWith('-'));
    await receive(id, 115);
    await lives.goTo(id, '2040-04-02');
    expect((await lives.policy(id)).cancelledOn).toBe('2040-03-25');
    await receive(id, -Number(back), 'the refund');
    await lives.goTo(id, '2040-04-02');
    expect((await lives.policy(id)).cancelledOn).toBeNull();
  });
});

describe('a POLICY_CANCEL by the issuer', () => {
  const unpaid = async () => {
    lives.setDay('2040-01-01');
    const { id, clientId } = await lives.issue();
    await lives.goTo(id, '2040-01-12');
    return { id, clientId };
  };

  it('for non-payment is undone by a payment in a session, also before its day', async () => {
    const { id, clientId } = await unpaid();
    const collecting = { policyId: id, clientId, totalAmount: 127_500 };
    const { PAYMENT_COLLECT_SETUP: opened } = await lives.fire('PAYMENT_COLLECT_SETUP', collecting);
    const { paymentTriggerRequestId } = opened as { paymentTriggerRequestId: string };
    await cancel(id, '2040-01-20', notPaid);
    await lives.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId });
    await lives.goTo(id, '2040-01-13');
    expect(await lives.policy(id)).toMatchObject({ cancelledOn: null, policyState: 'ACTIVE' });
    expect(await lives.fired(id)).toContain('POLICY_REINSTATE COMPLETED');
  });

  it('for another reason stays, whatever is paid', async () => {
    const { id } = await unpaid();
    await cancel(id, '2040-01-20', sold);
    await receive(id, 1275);
    await lives.goTo(id, '2040-01-21');
    expect(await lives.policy(id)).toMatchObject({ cancelledOn: '2040-01-20' });
    expect(await lives.fired(id)).not.toContain('POLICY_REINSTATE COMPLETED');
  });
});
