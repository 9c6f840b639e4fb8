import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT' },
        { plan: 'MONTHLY', endorsements: 'SPREAD', taxesAndFees: 'SPREAD' },
      ],
    }),
  );
});
afterAll(() => lives?.close());

const shown = async (policyId: string) =>
  (await lives.statements(policyId)).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
/** 1,200.00 and a tax of 60.00 in twelve installments of 105.00, on 1 September 2040 when three are to come. */
const inSeptember = async (plan = 'MONTHLY') => {
  lives.setDay('2040-01-01');
  const { id } = await lives.issue({ plan });
  await lives.goTo(id, '2040-09-01');
  return id;
};
const endorse = (policyId: string, premium: number, effectiveDate = '2040-09-01') =>
  lives.fire('POLICY_ENDORSE', { policyId, premium, effectiveDate, label: 'One more shop' });

describe('an endorsement of a plan that spreads', () => {
  it('is added to the installments to come, is in the ledger and billed with them', async () => {
    const id = await inSeptember();
    await endorse(id, 90.01);
    const statements = await lives.statements(id);
    expect(statements.map(({ amount }) => amount)).toEqual([
      ...Array.from({ length: 9 }, () => '105.00'),
      ...['135.01', '135.00', '135.00'],
    ]);
    const [first] = statements.slice(9);
    expect(first!.data).toMatchObject({
      ...{ premium: '130.01', taxesAndFees: '5.00' },
      changes: [{ effectiveDate: '2040-09-01', label: 'One more shop' }],
    });
    const entries = await LedgerEntry.query(lives.db).where({ parent_policy_id: id, premium: '90.01' });
    expect(entries).toMatchObject([{ appliedToStatement: true, statementId: first!.id }]);
    expect((await lives.policy(id)).premium).toBe('1290.01');
    await lives.goTo(id, '2040-10-01');
    expect((await shown(id))[9]).toBe('INSTALMENT 135.01 DUE');
  });

  it('is taken off them where premium is returned, and at once where one was paid ahead', async () => {
    const id = await inSeptember();
    await endorse(id, -30);
    expect((await shown(id)).slice(9)).toEqual(Array.from({ length: 3 }, () => 'INSTALMENT 95.00 SCHEDULED'));
    await lives.fire('PAYMENT_RECEIVED', { policyId: id, amount: 945 + 95, reference: 'ahead' });
    await endorse(id, -30, '2040-09-02');
    expect((await shown(id)).slice(9)).toEqual([
      ...Array.from({ length: 3 }, () => 'INSTALMENT 95.00 SCHEDULED'),
      'ENDORSEMENT -30.00 PAID',
    ]);
  });

  it('is returned with them by a cancellation', async () => {
    const id = await inSeptember();
    await endorse(id, 90);
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-09-01' });
    const live = (await lives.statements(id)).filter(({ state }) => state !== 'VOID');
    const { premium } = await lives.policy(id);
    const billed = live.reduce((sum, { data }) => sum + Math.round(Number(data.premium) * 100), 0);
    expect(billed).toBe(Math.round(Number(premium) * 100));
  });

  it('is not due before it takes effect, also where the term was corrected', async () => {
    lives.setDay('2041-01-01');
    const { id: policyId } = await lives.issue({ plan: 'MONTHLY' });
    await endorse(policyId, 90, '2041-10-15');
    const spread = async () =>
      (await lives.statements(policyId))
        .filter(({ data }) => data.changes !== undefined)
        .map(({ dueDate, amount }) => `${dueDate} ${amount}`);
    expect(await spread()).toEqual(['2041-11-01 150.00', '2041-12-01 150.00']);
    const correct = (effectiveDate: string) =>
      lives.db.transaction(async (trx) =>
        correctEffectiveDate(trx, (await lockPolicy(trx, policyId))!, effectiveDate, {
          ...{ createdBy: { name: 'Ada' }, acknowledged: [] },
          now: new BusinessTime(new Date('2041-01-01T08:00:00Z')),
        }),
      );
    expect(await correct('2040-12-05')).toBeNull();
    expect(await spread()).toEqual(['2041-10-15 150.00', '2041-11-05 150.00']);
    expect((await lives.statements(policyId))[1]!.dueDate).toBe('2041-01-05');
    expect(await correct('2040-11-05')).toBeNull();
    expect(await spread()).toEqual(['2041-10-15 150.00', '2041-10-15 150.00']);
    expect((await lives.statements(policyId))[1]!.dueDate).toBe('2041-01-01');
    expect(await correct('2041-01-01')).toBeNull();
    expect(await spread()).toEqual(['2041-11-01 150.00', '2041-12-01 150.00']);
  });

  it('is billed at once where no installment is to come', async () => {
    const id = await inSeptember('FULL_PAYMENT');
    await endorse(id, 90);
    expect((await shown(id)).at(-1)).toBe('ENDORSEMENT 90.00 DUE');
    const monthly = await inSeptember();
    await endorse(monthly, 90, '2040-12-15');
    expect((await shown(monthly)).at(-1)).toBe('ENDORSEMENT 90.00 DUE');
  });
});
