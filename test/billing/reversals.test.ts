import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 10 }, { plan: 'MONTHLY' }],
      billing: { nsfFee: { amount: 25 } },
      cancellation: { nonPayment: { graceDays: 5, noticeDays: 20 } },
    }),
  );
});
afterAll(() => lives?.close());

const receive = (policyId: string, amount: number, reference: string) =>
  lives.fire('PAYMENT_RECEIVED', { policyId, amount, reference });
const reverse = async (policyId: string, more: object = {}, by = lives.agency): Promise<JsonObject> => {
  const payload = { policyId, reference: 'check 1', reason: 'Insufficient funds', ...more };
  return (await lives.fire('PAYMENT_REVERSED', payload, by)).PAYMENT_REVERSED as JsonObject;
};
const shown = async (policyId: string) =>
  (await lives.statements(policyId)).map(
    ({ kind, amount, paidAmount, state }) => `${kind} ${paidAmount} of ${amount} ${state}`,
  );
const cashOf = async (policyId: string) =>
  (await Payment.query(lives.db).where('policy_id', policyId).orderBy(['received_at', 'amount'])).map(
    ({ amount }) => amount,
  );
/** 1,200.00 and a tax of 60.00. */
const aPaidPolicy = async (today: string) => {
  lives.setDay(today);
  const { id } = await lives.issue();
  await receive(id, 1260, 'check 1');
  expect(await shown(id)).toEqual(['INSTALMENT 1260.00 of 1260.00 PAID']);
  return id;
};

describe('PAYMENT_REVERSED', () => {
  it('opens the statements again, charges the fee and is recorded, once', async () => {
    const id = await aPaidPolicy('2040-01-01');
    const answer = await reverse(id);
    expect(answer).toMatchObject({
      ...{ policyId: id, reference: 'check 1', applied: true, amount: 1260, nsfFee: 25 },
      policies: [{ policyId: id, status: 'NOT_PAID', due: 1285, paid: 0, balance: 1285 }],
    });
    const statements = ['INSTALMENT 0.00 of 1260.00 DUE', 'NSF_FEE 0.00 of 25.00 DUE'];
    expect(await shown(id)).toEqual(statements);
    const [, charged] = await lives.statements(id);
    expect(charged).toMatchObject({
      dueDate: '2040-01-11',
      data: { fee: '25.00', premium: '0.00', taxesAndFees: '0.00', reference: 'check 1' },
    });
    expect(await reverse(id)).toMatchObject({ applied: false, amount: 1260, nsfFee: 0 });
    expect(await reverse(id, { amount: 1260 })).toMatchObject({ applied: false });
    expect(await shown(id)).toEqual(statements);
    expect(await cashOf(id)).toEqual(['-1260.00', '1260.00']);
    const payments = await Payment.query(lives.db).where('policy_id', id).select('id');
    const ids = payments.map((payment) => payment.id);
    expect(await PaymentAllocation.query(lives.db).whereIn('payment_id', ids)).toEqual([]);
    const events = await PolicyEvent.query(lives.db).where({ policy_id: id, type: 'PAYMENT_REVERSED' });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      description: 'Insufficient funds',
      data: { reference: 'check 1', amount: 1260, nsfFee: 25 },
    });
    const told = await Event.query(lives.db).where('type', 'STATEMENT_CREATED');
    const named = told.map(({ envelope }) => (envelope.payload as { statementId: string }).statementId);
    expect(named).toContain(charged!.id);
  });

  it('takes back a part, the latest statement first', async () => {
    lives.setDay('2040-02-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await receive(id, 360, 'check 1');
    expect((await shown(id)).slice(0, 3)).toEqual([
      'INSTALMENT 160.00 of 160.00 PAID',
      'INSTALMENT 100.00 of 100.00 SCHEDULED',
      'INSTALMENT 100.00 of 100.00 SCHEDULED',
    ]);
    expect(await reverse(id, { amount: 250 })).toMatchObject({ amount: 250 });
    const [first, second, third, ...others] = await shown(id);
    expect([first, second, third, others.at(-1)]).toEqual([
      'INSTALMENT 110.00 of 160.00 DUE',
      'INSTALMENT 0.00 of 100.00 SCHEDULED',
      'INSTALMENT 0.00 of 100.00 SCHEDULED',
      'NSF_FEE 0.00 of 25.00 DUE',
    ]);
    await expect(reverse(id, { amount: 110 })).rejects.toMatchObject({
      errors: [{ field: 'payload.amount', detail: '250.00 of the payment was returned before' }],
    });
  });

  it('is one of several at once that counts', async () => {
    const id = await aPaidPolicy('2040-03-01');
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(id)));
    expect(answers.filter(({ applied }) => applied === true)).toHaveLength(1);
    expect(await shown(id)).toEqual(['INSTALMENT 0.00 of 1260.00 DUE', 'NSF_FEE 0.00 of 25.00 DUE']);
  });

  it('is refused, and nothing is kept, where the payment cannot be returned', async () => {
    const id = await aPaidPolicy('2040-04-01');
    await receive(id, 40, 'too much');
    const back = { policyId: id, amount: 40, reference: 'back', isRefund: true };
    await lives.fire('PAYMENT_RECEIVED', back);
    const before = await cashOf(id);
    const refusal = (more: object, by = lives.agency) =>
      reverse(id, more, by).catch(({ errors, status }) => errors?.[0] ?? status);
    expect(await refusal({ reference: 'check 2' })).toMatchObject({
      ...{ field: 'payload.reference', detail: 'the policy has no payment with the reference check 2' },
    });
    expect(await refusal({ reference: 'back' })).toMatchObject({
      ...{ field: 'payload.reference', detail: 'the reference back is not of a payment that was received' },
    });
    expect(await refusal({ amount: 1260.01 })).toMatchObject({
      ...{ field: 'payload.amount', detail: 'the payment was 1260.00: write 1260.00 or less' },
    });
    await expect(reverse(id, {}, lives.stranger)).rejects.toMatchObject({ status: 404 });
    await lives.db('policies').where({ id }).update({ policy_state: 'CLOSED' });
    expect(await refusal({})).toMatchObject({ field: 'payload.policyId', detail: 'the policy is closed' });
    expect(await cashOf(id)).toEqual(before);
    expect(await shown(id)).toEqual(['INSTALMENT 1260.00 of 1260.00 PAID']);
  });

  it('does not lose a new payment under the reference of the returned one', async () => {
    const id = await aPaidPolicy('2040-05-01');
    await reverse(id, {}, lives.carrier);
    await expect(receive(id, 1260, 'check 1')).rejects.toMatchObject({
      errors: [
        {
          field: 'payload.reference',
          detail: 'the bank returned the payment check 1: report a new one under another reference',
        },
      ],
    });
    await receive(id, 1285, 'check 1, again');
    expect(await shown(id)).toEqual(['INSTALMENT 1260.00 of 1260.00 PAID', 'NSF_FEE 25.00 of 25.00 PAID']);
    expect((await lives.policy(id)).status).toBe('PAID');
  });

  it('owes again what was settled at the end of a policy', async () => {
    const id = await aPaidPolicy('2040-06-01');
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-06-01' });
    await lives.fire('PAYMENT_REFUND', { policyId: id });
    expect((await lives.policy(id)).policyState).toBe('SETTLED');
    const { policies } = await reverse(id);
    expect(policies).toMatchObject([{ policyState: 'INACTIVE_UNSETTLED', balance: 1285, paid: -1260 }]);
    await receive(id, 1285, 'transfer 7');
    expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED', status: 'PAID' });
  });

  it('gives a notice for non-payment again that a payment withdrew', async () => {
    lives.setDay('2040-07-01');
    const { id } = await lives.issue();
    await lives.goTo(id, '2040-07-16');
    expect((await lives.policy(id)).cancellationNoticeOn).toBe('2040-08-05');
    await receive(id, 1260, 'check 1');
    await lives.goTo(id, '2040-07-17');
    expect((await lives.policy(id)).cancellationNoticeOn).toBeNull();
    lives.setDay('2040-07-20');
    await reverse(id);
    await lives.goTo(id, '2040-07-20');
    expect(await shown(id)).toEqual(['INSTALMENT 0.00 of 1260.00 PAST_DUE', 'NSF_FEE 0.00 of 25.00 DUE']);
    expect((await lives.policy(id)).cancellationNoticeOn).toBe('2040-08-09');
    await lives.goTo(id, '2040-08-09');
    expect((await lives.policy(id)).cancelledOn).toBe('2040-08-09');
  });
});
