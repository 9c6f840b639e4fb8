import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLines } from '../../db/ledger/read-lines.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { earnedOn } from '../../domain/policy/proration.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
let today: string;
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const settings = {
    paymentPlans: [{ plan: 'FULL_PAYMENT' as const, dueDays: 10 }],
    renewal: { automatic: true },
    audit: { windowDays: 60 },
  };
  world = await anEventWorld(shopOfLives(settings), { now });
  desk = new PolicyDesk(world, now);
});
beforeEach(() => {
  today = '2039-01-01';
});
afterAll(() => world?.close());

/** A year from 2039-01-01 for 365.00 and a tax of 18.25, paid; the policy on a day after it. */
async function ended({ renewed, on }: { renewed: boolean; on: string }): Promise<string> {
  const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });
  await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'the premium' });
  if (!renewed) await desk.done('CANCEL_RENEWAL', { policyId });
  for (const day of ['2039-12-01', '2040-01-01', on]) {
    today = day;
    await desk.lookAfter(policyId);
  }
  return policyId;
}

const counted = (policyId: string, revenue: number, { from = '2039-01-01', rated = 36_500 } = {}) => ({
  policyId,
  trueUpRequest: {
    effectiveDate: from,
    exposures: [{ type: 'shop.revenue', previousAmount: rated, updatedAmount: revenue }],
  },
});

async function audit(policyId: string, revenue: number, options: { from?: string; rated?: number } = {}) {
  const { quoteId } = await desk.done('POLICY_TRUE_UP_QUOTING', counted(policyId, revenue, options));
  const effectiveDate = options.from ?? '2039-01-01';
  return desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound();
const auditsOf = (id: string) =>
  Statement.query(world.db).where({ policy_id: id, kind: 'TRUE_UP' }).orderBy(['term_number', 'number']);

describe('a premium audit of an expired policy', () => {
  it('charges the counted exposure, earned at once, in a statement of its own', async () => {
    const policyId = await ended({ renewed: false, on: '2040-02-15' });
    expect((await policyOf(policyId)).policyState).toBe('SETTLED');
    expect(await audit(policyId, 73_000)).toMatchObject({ premium: 365 });
    expect(await policyOf(policyId)).toMatchObject({ premium: '730.00', policyState: 'INACTIVE_UNSETTLED' });
    expect(await auditsOf(policyId)).toMatchObject([
      { termNumber: 1, amount: '383.25', dueDate: '2040-02-25', data: { label: 'Premium audit' } },
    ]);
    expect(earnedOn(await readLines(world.db, policyId), today).toAmount(2)).toBe('730.00');
    await expectSound(world.db, policyId, now());

    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'the audit' });
    expect((await policyOf(policyId)).policyState).toBe('SETTLED');
    await expectSound(world.db, policyId, now());
  });

  it('returns premium, which is owed until it is refunded', async () => {
    const policyId = await ended({ renewed: false, on: '2040-02-15' });
    expect(await audit(policyId, 18_250)).toMatchObject({ premium: -182.5 });
    expect(await policyOf(policyId)).toMatchObject({ premium: '182.50', policyState: 'INACTIVE_UNSETTLED' });
    await desk.done('PAYMENT_REFUND', { policyId });
    expect((await policyOf(policyId)).policyState).toBe('SETTLED');
    await expectSound(world.db, policyId, now());
  });

  it('is possible within the window of the product only', async () => {
    const policyId = await ended({ renewed: false, on: '2040-03-01' });
    const { quoteId } = await desk.done('POLICY_TRUE_UP_QUOTING', counted(policyId, 73_000));
    today = '2040-03-02';
    const over = /ended on 2040-01-01; its premium could be audited for 60 days, until 2040-03-01/;
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', counted(policyId, 73_000))).toMatch(over);
    expect(await desk.refusal('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: '2039-01-01' })).toMatch(
      over,
    );
    expect(await auditsOf(policyId)).toEqual([]);
  });

  it('is the only change of an ended term, and within it', async () => {
    const policyId = await ended({ renewed: false, on: '2040-02-15' });
    const effectiveDate = '2039-03-01';
    const intake = intakeOf({ 'shop.revenue': '73000' });
    const endorsing = { policyId, effectiveDate, intake };
    expect(await desk.refusal('POLICY_ENDORSEMENT_QUOTING', endorsing)).toMatch(/the policy is SETTLED/);
    expect(await desk.refusal('POLICY_ENDORSE', { policyId, effectiveDate, premium: 5 })).toMatch(
      /is SETTLED/,
    );
    const late = counted(policyId, 73_000, { from: '2040-01-10' });
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', late)).toMatch(/2040-01-10 is not within the term/);
    const early = counted(policyId, 73_000, { from: '2038-12-31' });
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', early)).toMatch(/the policy is SETTLED/);
  });

  it('is quoted again after another one', async () => {
    const policyId = await ended({ renewed: false, on: '2040-02-15' });
    const { quoteId } = await desk.done('POLICY_TRUE_UP_QUOTING', counted(policyId, 50_000));
    await audit(policyId, 73_000);
    const again = await desk.refusal('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: '2039-01-01' });
    expect(again).toMatch(/have it quoted again/);
  });
});

describe('a premium audit of the term before a renewal', () => {
  it('belongs to that term and leaves the current one alone', async () => {
    const policyId = await ended({ renewed: true, on: '2040-01-20' });
    const before = await policyOf(policyId);
    expect(before).toMatchObject({ termNumber: 2, policyState: 'ACTIVE' });
    // 184 of 365 days with twice the revenue.
    expect(await audit(policyId, 73_000, { from: '2039-07-01' })).toMatchObject({ premium: 184 });
    const after = await policyOf(policyId);
    expect(after).toMatchObject({ termNumber: 2, policyState: 'ACTIVE', premium: before.premium });
    expect(await auditsOf(policyId)).toMatchObject([{ termNumber: 1, amount: '193.20' }]);
    const { history, term } = await readPolicyStanding(world.db, after);
    expect(term.number).toBe(2);
    expect(history.terms.map(({ answerChanges }) => answerChanges.length)).toEqual([1, 0]);
    const lines = await readLines(world.db, policyId, { termNumber: 1 });
    expect(earnedOn(lines, today).toAmount(2)).toBe('549.00');
    await expectSound(world.db, policyId, now());

    today = '2040-03-02';
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', counted(policyId, 80_000))).toMatch(
      /until 2040-03-01/,
    );
  });
});

describe('a premium audit of a canceled term', () => {
  /** Canceled from 2039-05-27, after 146 of 365 days, and paid until then. */
  async function cancelled(cancelledOn = '2039-05-27'): Promise<string> {
    const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'the premium' });
    today = cancelledOn;
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: cancelledOn, label: 'Sold' });
    await desk.done('PAYMENT_REFUND', { policyId });
    return policyId;
  }

  it('charges the covered days only, earned at once, in a statement of its own', async () => {
    const policyId = await cancelled();
    expect(await policyOf(policyId)).toMatchObject({ premium: '146.00', policyState: 'SETTLED' });
    today = '2039-06-20';
    expect(await audit(policyId, 73_000)).toMatchObject({ premium: 146 });
    expect(await policyOf(policyId)).toMatchObject({
      premium: '292.00',
      policyState: 'INACTIVE_UNSETTLED',
      cancelledOn: '2039-05-27',
    });
    expect(await auditsOf(policyId)).toMatchObject([{ amount: '153.30', data: { label: 'Premium audit' } }]);
    expect(earnedOn(await readLines(world.db, policyId), '2039-05-27').toAmount(2)).toBe('292.00');
    await expectSound(world.db, policyId, now());
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 153.3, reference: 'the audit' });
    expect((await policyOf(policyId)).policyState).toBe('SETTLED');
    await expectSound(world.db, policyId, now());
  });

  it('returns premium of the covered days', async () => {
    const policyId = await cancelled();
    expect(await audit(policyId, 18_250)).toMatchObject({ premium: -73 });
    expect(await policyOf(policyId)).toMatchObject({ premium: '73.00', policyState: 'INACTIVE_UNSETTLED' });
    await expectSound(world.db, policyId, now());
  });

  it('begins on a covered day, within the window after the cancellation', async () => {
    const policyId = await cancelled();
    const late = counted(policyId, 73_000, { from: '2039-05-27' });
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', late)).toMatch(
      /2039-05-27 is not within the term, which was canceled from 2039-05-27/,
    );
    today = '2039-07-27';
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', counted(policyId, 73_000))).toMatch(
      /was canceled from 2039-05-27; its premium could be audited for 60 days, until 2039-07-26/,
    );
    today = '2039-01-01';
    const flat = await cancelled('2039-01-01');
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', counted(flat, 73_000))).toMatch(
      /not within the term/,
    );
    expect(await auditsOf(flat)).toEqual([]);
  });

  it('is not possible before the coverage ends, and ends the time in which the policy can be reinstated', async () => {
    const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-05-27', label: 'Sold' });
    expect(await desk.refusal('POLICY_TRUE_UP_QUOTING', counted(policyId, 73_000))).toMatch(
      /reinstate it first/,
    );
    today = '2039-05-27';
    await desk.lookAfter(policyId);
    await audit(policyId, 73_000);
    expect(await desk.refusal('POLICY_REINSTATE', { policyId })).toMatch(/has been audited/);
    expect((await policyOf(policyId)).cancelledOn).toBe('2039-05-27');
    await expectSound(world.db, policyId, now());
  });
});
