import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 10 },
        { plan: 'MONTHLY', dueDays: 5 },
      ],
      billing: { nsfFee: { amount: 25 }, lateFee: { share: '0.015' }, shortfallTolerance: 1 },
    }),
  );
});
afterAll(() => lives?.close());

const receive = (policyId: string, amount: number, reference: string) =>
  lives.fire('PAYMENT_RECEIVED', { policyId, amount, reference });
const shown = async (policyId: string) =>
  (await lives.statements(policyId)).map(
    ({ kind, amount, paidAmount, state }) => `${kind} ${paidAmount} of ${amount} ${state}`,
  );
/** 1,200.00 and a tax of 60.00, due ten days later. */
const issue = async (today: string) => {
  lives.setDay(today);
  return (await lives.issue()).id;
};

describe('the late fee', () => {
  it('is a share of the open amount, charged once when the statement is past due, and never on a fee', async () => {
    const id = await issue('2040-01-01');
    await receive(id, 260, 'check 1');
    await lives.goTo(id, '2040-01-11');
    expect(await shown(id)).toEqual(['INSTALMENT 260.00 of 1260.00 DUE']);
    await lives.goTo(id, '2040-01-12');
    const charged = ['INSTALMENT 260.00 of 1260.00 PAST_DUE', 'LATE_FEE 0.00 of 15.00 DUE'];
    expect(await shown(id)).toEqual(charged);
    const [late, fee] = await lives.statements(id);
    expect(fee).toMatchObject({
      dueDate: '2040-01-22',
      data: { fee: '15.00', label: 'Late fee', statementId: late!.id, premium: '0.00' },
    });
    expect(await lives.policy(id)).toMatchObject({ premium: '1200.00', status: 'UNDERPAID' });
    await lives.goTo(id, '2040-01-23');
    expect(await shown(id)).toEqual([charged[0], 'LATE_FEE 0.00 of 15.00 PAST_DUE']);
    await receive(id, 1015, 'check 2');
    await lives.fire('PAYMENT_REVERSED', { policyId: id, reference: 'check 2', reason: 'Refer to drawer' });
    await lives.goTo(id, '2040-01-24');
    expect(await shown(id)).toEqual([
      charged[0],
      'LATE_FEE 0.00 of 15.00 PAST_DUE',
      'NSF_FEE 0.00 of 25.00 DUE',
    ]);
  });

  it('is not charged for an installment that was billed late before its days to pay are over', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await receive(id, 160, 'first');
    await lives.goTo(id, '2040-02-15');
    const [, second] = await lives.statements(id);
    expect(second).toMatchObject({ dueDate: '2040-02-20', state: 'DUE', billedOn: '2040-02-15' });
    expect((await shown(id)).join()).not.toMatch(/LATE_FEE/);
    await lives.goTo(id, '2040-02-21');
    expect(await shown(id)).toContain('INSTALMENT 0.00 of 100.00 PAST_DUE');
    expect((await shown(id)).at(-1)).toBe('LATE_FEE 0.00 of 1.50 DUE');
  });

  it('is not charged after the policy has ended', async () => {
    const id = await issue('2040-02-01');
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-02-05' });
    await lives.goTo(id, '2040-03-01');
    expect((await shown(id)).join()).not.toMatch(/LATE_FEE/);
  });
});

describe('a shortfall within the tolerance', () => {
  it('is written off, so that the statement is paid, and recorded', async () => {
    const id = await issue('2040-04-01');
    await receive(id, 1259, 'check 1');
    await lives.goTo(id, '2040-04-01');
    const statements = ['INSTALMENT 1260.00 of 1260.00 PAID', 'WRITE_OFF -1.00 of -1.00 PAID'];
    expect(await shown(id)).toEqual(statements);
    expect((await lives.policy(id)).status).toBe('PAID');
    const [paid] = await lives.statements(id);
    expect(await PolicyEvent.query(lives.db).where({ type: 'SHORTFALL_WRITTEN_OFF' })).toMatchObject([
      { policyId: id, description: '1.00 of 1260.00', data: { statementId: paid!.id, amount: 1 } },
    ]);
    await lives.goTo(id, '2040-06-01');
    expect(await shown(id)).toEqual(statements);
  });

  it('is owed again where the bank returns the payment', async () => {
    const id = await issue('2040-07-01');
    await receive(id, 1259.5, 'check 1');
    await lives.goTo(id, '2040-07-01');
    const answer = await lives.fire('PAYMENT_REVERSED', {
      ...{ policyId: id, reference: 'check 1', reason: 'Account closed' },
    });
    expect(answer.PAYMENT_REVERSED).toMatchObject({ policies: [{ balance: 1285, paid: 0 }] });
    expect(await shown(id)).toEqual([
      'INSTALMENT 0.00 of 1260.00 DUE',
      'WRITE_OFF 0.00 of -0.50 VOID',
      'NSF_FEE 0.00 of 25.00 DUE',
    ]);
  });

  it('is void where everything is returned, so that the policy is settled by the refund', async () => {
    const id = await issue('2040-04-20');
    await receive(id, 1259.4, 'check 1');
    await lives.goTo(id, '2040-04-21');
    expect((await lives.policy(id)).status).toBe('PAID');
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-04-20' });
    await lives.goTo(id, '2040-04-22');
    await lives.fire('PAYMENT_REFUND', { policyId: id });
    expect(await shown(id)).toEqual([
      'INSTALMENT 1260.00 of 1260.00 PAID',
      'WRITE_OFF 0.00 of -0.60 VOID',
      'CANCELLATION -1260.00 of -1260.00 PAID',
    ]);
    expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED', status: 'PAID' });
  });

  it('is not written off where it is larger', async () => {
    const id = await issue('2040-08-01');
    await receive(id, 1258.99, 'check 1');
    await lives.goTo(id, '2040-08-01');
    expect(await shown(id)).toEqual(['INSTALMENT 1258.99 of 1260.00 DUE']);
  });
});
