import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerService } from '../../api/ledger/service.js';
import { PolicyPreviews } from '../../api/policies/previews/service.js';
import { standingOfPolicy } from '../../db/billing/settle-account.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const rewritten = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1040';

let lives: PolicyLives;
let previews: PolicyPreviews;
let today = '2040-01-01';

beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      cancellation: {
        ...{ method: 'SHORT_RATE', shortRatePenalty: '0.1' },
        reasons: [{ configId: rewritten, title: 'Rewritten', ground: 'UNDERWRITING', method: 'PRO_RATA' }],
        reinstatementDays: 30,
      },
    }),
  );
  const now = () => new Date(`${today}T08:00:00Z`);
  previews = new PolicyPreviews({ db: lives.db, catalog: lives.catalog, now });
});
afterAll(() => lives?.close());

const setDay = (day: string) => {
  today = day;
  lives.setDay(day);
};

async function issue(plan: string): Promise<string> {
  setDay('2040-01-01');
  return (await lives.issue({ plan })).id;
}

/** The amount of the newest statement of a kind, and the balance of the account. */
async function billed(policyId: string, kind: string) {
  const statement = (await lives.statements(policyId)).findLast((each) => each.kind === kind);
  const { balance } = await standingOfPolicy(lives.db, policyId, today);
  return { amount: Number(statement?.amount ?? 0), balance: Number(balance) };
}

const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'POLICY_STATE' });

describe.each([
  ['FULL_PAYMENT', undefined, '2040-05-11', 'SHORT_RATE'],
  ['MONTHLY', undefined, '2040-03-15', 'SHORT_RATE'],
  ['MONTHLY', rewritten, '2040-03-15', 'PRO_RATA'],
  ['FULL_PAYMENT', undefined, '2040-01-01', 'FLAT'],
])(
  'a cancellation of a policy paid by %s for the reason %s from %s',
  (plan, reason, effectiveDate, method) => {
    it('returns and bills what was previewed; so does its reinstatement', async () => {
      const policyId = await issue(plan);
      await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 100, reference: 'R1' });
      if (method !== 'FLAT') await lives.goTo(policyId, '2040-02-20');
      setDay(method === 'FLAT' ? '2040-01-01' : '2040-02-20');
      if (plan === 'MONTHLY') {
        const ledger = new LedgerService({
          ...{ db: lives.db, catalog: lives.catalog, terms: { tellSoon: async () => undefined } as never },
          now: () => new Date(`${today}T08:00:00Z`),
        });
        await ledger.record(lives.carrier, {
          parentPolicyId: policyId,
          effectiveDate: '2040-02-20',
          premium: '40',
          appliedToStatement: false,
        });
      }
      const before = await lives.changes(policyId);
      const asked = { effectiveDate, ...(reason && { cancellationReasonConfigId: reason }) };
      const preview = await previews.cancellation(lives.agency, policyId, asked);
      expect(await lives.changes(policyId)).toEqual(before);
      expect(preview.method).toBe(method);
      expect(preview.penalty > 0).toBe(method === 'SHORT_RATE');

      const fired = await lives.fire('POLICY_CANCEL', { policyId, ...asked }, lives.carrier);
      const { returnedPremium, refundableAmount, penalty } = preview;
      expect(fired).toMatchObject({ returnedPremium, refundableAmount, penalty });
      // Never more than the 100 that were paid, however much premium is not owed any more.
      expect(refundableAmount).toBe(Math.max(0, Math.min(100, -preview.balance)));
      const [cancelled] = (await lives.changes(policyId)).filter(({ kind }) => kind === 'CANCEL');
      expect(Number(cancelled?.data.taxesAndFees)).toBe(0 - preview.returnedTaxesAndFees);
      expect(await billed(policyId, 'CANCELLATION')).toEqual({
        amount: preview.statement.amount,
        balance: preview.balance,
      });

      const again = await previews.reinstatement(lives.carrier, policyId, {});
      expect(again).not.toHaveProperty('lapse');
      await lives.fire('POLICY_REINSTATE', { policyId }, lives.carrier);
      expect(await billed(policyId, 'REINSTATEMENT')).toEqual({
        amount: again.statement.amount,
        balance: again.balance,
      });
    });
  },
);

it('previews a reinstatement with a lapse, without its days', async () => {
  const policyId = await issue('FULL_PAYMENT');
  await lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-02-01' }, lives.carrier);
  setDay('2040-02-10');
  const preview = await previews.reinstatement(lives.agency, policyId, { effectiveDate: '2040-02-11' });
  expect(preview.lapse).toEqual({ from: '2040-02-01', until: '2040-02-11' });
  await lives.fire('POLICY_REINSTATE', { policyId, effectiveDate: '2040-02-11' }, lives.carrier);
  const [reinstated] = (await lives.changes(policyId)).filter(({ kind }) => kind === 'REINSTATE');
  expect(Number(reinstated?.premiumChange)).toBe(preview.premium);
  expect((await billed(policyId, 'REINSTATEMENT')).balance).toBe(preview.balance);
});

it('refuses what the event would refuse, and strangers', async () => {
  const policyId = await issue('FULL_PAYMENT');
  const cancel = (effectiveDate: string, cancellationReasonConfigId?: string) =>
    previews.cancellation(lives.agency, policyId, { effectiveDate, cancellationReasonConfigId });
  await refused(cancel('2041-01-01'));
  await refused(cancel('2039-12-31'));
  await refused(cancel('2040-02-01', randomUUID()));
  await refused(previews.reinstatement(lives.agency, policyId, {}));
  await expect(
    previews.cancellation(lives.stranger, policyId, { effectiveDate: '2040-02-01' }),
  ).rejects.toMatchObject({
    code: 'POLICY_NOT_FOUND',
  });
  await lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-02-01' }, lives.carrier);
  await refused(cancel('2040-03-01'));
  setDay('2040-03-20');
  await refused(previews.reinstatement(lives.agency, policyId, {}));
});
