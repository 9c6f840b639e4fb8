import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLines } from '../../db/ledger/read-lines.js';
import { recordByHand } from '../../db/ledger/write-entry.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { financeStateOf } from '../../domain/policy/finance-state.js';
import { earnedOn, netted, withoutSubjects } from '../../domain/policy/proration.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { atTheLedger, expectSound } from './invariants.js';

const reason = '7a6d0a4e-57f4-4ac0-8f0b-9b8b9df0b6a1';
let world: EventWorld;
let desk: PolicyDesk;
let today: string;
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  world = await anEventWorld(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 7 },
        { plan: 'MONTHLY', dueDays: 7 },
      ],
      cancellation: {
        method: 'SHORT_RATE',
        shortRatePenalty: 0.1,
        reasons: [{ configId: reason, title: 'Sold', method: 'PRO_RATA' }],
      },
    }),
    { now },
  );
  desk = new PolicyDesk(world, now);
});
beforeEach(() => {
  today = '2039-01-01';
});
afterAll(() => world?.close());

const issue = (plan = 'FULL_PAYMENT', effectiveDate = today) =>
  desk.issue({ revenue: 36_500, plan, effectiveDate });
const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound();
const statementsOf = (id: string) => Statement.query(world.db).where('policy_id', id).orderBy('number');
const earned = async (id: string, day: string) => earnedOn(await readLines(world.db, id), day).toAmount(2);

function entry(id: string, effectiveDate: string, premium: string) {
  const given = { effectiveDate, premium, appliedToStatement: false };
  return world.db.transaction(async (trx) =>
    recordByHand(trx, (await lockPolicy(trx, id))!, given, { createdBy: atTheLedger, now: now() }),
  );
}

function correct(id: string, effectiveDate: string) {
  const correction = { createdBy: { name: 'Ada' }, acknowledged: [], now: new BusinessTime(now()) };
  return world.db.transaction(async (trx) =>
    correctEffectiveDate(trx, (await lockPolicy(trx, id))!, effectiveDate, correction),
  );
}

async function financeOf(id: string) {
  const rows = await statementsOf(id);
  const statements = rows.map(({ amount, paidAmount, ...row }) => ({
    ...row,
    amount: Number(amount),
    paidAmount: Number(paidAmount),
  }));
  const [{ paid }] = (await world.db('payments').where('policy_id', id).sum('amount as paid')) as [
    { paid: string | null },
  ];
  return financeStateOf(await policyOf(id), { statements, paid: paid ?? '0', currency: 'USD', today });
}

it('an entry by hand from a later day, canceled before it, costs what an endorsement of it costs', async () => {
  const [byHand, endorsed] = [await issue(), await issue()];
  await entry(byHand, '2039-12-01', '365.00');
  await desk.done('POLICY_ENDORSE', { policyId: endorsed, effectiveDate: '2039-12-01', premium: 365 });
  for (const policyId of [byHand, endorsed]) {
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-01-13' });
    // Twelve days of 1.00, and a tenth of 353.00 and of 365.00.
    expect((await policyOf(policyId)).premium).toBe('83.80');
    await expectSound(world.db, policyId, now());
  }
});

it('a short-rate penalty is earned when it is charged', async () => {
  const policyId = await issue();
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-07-02' });
  expect((await policyOf(policyId)).premium).toBe('200.30');
  expect(await earned(policyId, '2039-07-01')).toBe('181.00');
  expect(await earned(policyId, '2039-07-02')).toBe('200.30');
  expect(await earned(policyId, '2040-01-01')).toBe('200.30');
});

it('the premium is never below zero, and nothing is refunded to one who never paid', async () => {
  const policyId = await issue();
  expect(await entry(policyId, '2039-01-01', '-5000.00')).toMatchObject({ field: 'premium' });
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-01-01' });
  expect((await policyOf(policyId)).premium).toBe('0.00');
  expect(await desk.refusal('PAYMENT_REFUND', { policyId })).toMatch(/nothing is owed/);

  const paid = await issue('MONTHLY');
  await desk.done('PAYMENT_RECEIVED', { policyId: paid, amount: 10, reference: 'first' });
  await desk.done('POLICY_ENDORSE', { policyId: paid, effectiveDate: '2039-01-01', premium: -365 });
  await desk.done('POLICY_CANCEL', { policyId: paid, effectiveDate: '2039-01-01' });
  expect(await desk.refusal('PAYMENT_REFUND', { policyId: paid, amount: 10.01 })).toMatch(
    /only 10.00 is owed/,
  );
  await desk.done('PAYMENT_REFUND', { policyId: paid });
  expect(await desk.refusal('PAYMENT_REFUND', { policyId: paid })).toMatch(/nothing is owed/);
});

describe('a due date', () => {
  it('of the final charge of a cancellation far ahead is the day of the cancellation', async () => {
    const policyId = await issue('MONTHLY');
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-06-01' });
    const [last] = (await statementsOf(policyId)).filter(({ kind }) => kind === 'CANCELLATION');
    expect(last).toMatchObject({ dueDate: '2039-06-01', state: 'DUE' });
    expect(Number(last!.amount)).toBeGreaterThan(0);
  });

  it('of an endorsement is not before it takes effect, or before the term begins', async () => {
    const policyId = await issue('FULL_PAYMENT', '2039-03-01');
    await desk.done('POLICY_ENDORSE', { policyId, effectiveDate: '2039-11-01', premium: 50 });
    await desk.done('POLICY_ENDORSE', { policyId, effectiveDate: '2039-03-01', premium: 50 });
    const dates = (await statementsOf(policyId)).map(({ dueDate }) => dueDate);
    expect(dates).toEqual(['2039-03-08', '2039-11-01', '2039-03-01']);
  });
});

it('taxes are returned on a cancellation by days, as endorsements change them', async () => {
  const policyId = await issue();
  await desk.done('POLICY_CANCEL', {
    policyId,
    effectiveDate: '2039-07-02',
    cancellationReasonConfigId: reason,
  });
  const credit = (await statementsOf(policyId)).at(-1);
  // 183 of 365 days of a tax of 18.25.
  expect(credit?.data).toMatchObject({ premium: '-183.00', taxesAndFees: '-9.15' });
  await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-07-12' });
  expect((await statementsOf(policyId)).at(-1)?.data).toMatchObject({
    premium: '173.00',
    taxesAndFees: '8.65',
  });
  await expectSound(world.db, policyId, now());
});

describe('an account', () => {
  it('is not overpaid by a return where nothing was paid', async () => {
    const policyId = await issue('MONTHLY');
    await desk.done('POLICY_ENDORSE', { policyId, effectiveDate: '2039-01-01', premium: -300 });
    expect(await policyOf(policyId)).toMatchObject({ status: 'NOT_PAID' });
    // The first installment of 30.41 with the whole tax of 18.25 is offset.
    expect(await financeOf(policyId)).toMatchObject({ unappliedAmount: 0, refundableAmount: 0 });
  });

  it('shows a credit as open until it is refunded, after an excess was refunded before', async () => {
    const policyId = await issue();
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 483.25, reference: 'too much' });
    expect(await policyOf(policyId)).toMatchObject({ status: 'OVERPAID' });
    expect(await financeOf(policyId)).toMatchObject({
      unappliedAmount: 100,
      creditAmount: 0,
      refundableAmount: 100,
    });
    await desk.done('PAYMENT_REFUND', { policyId });
    await desk.done('POLICY_CANCEL', {
      policyId,
      effectiveDate: '2039-12-22',
      cancellationReasonConfigId: reason,
    });
    // Ten days of 365.00 and 18.25.
    const credit = (await statementsOf(policyId)).at(-1);
    expect(credit).toMatchObject({ amount: '-10.50', paidAmount: '0.00', state: 'DUE' });
    expect(await financeOf(policyId)).toMatchObject({
      unappliedAmount: 0,
      creditAmount: 10.5,
      refundableAmount: 10.5,
    });
    await desk.done('PAYMENT_REFUND', { policyId });
    expect((await statementsOf(policyId)).at(-1)).toMatchObject({ paidAmount: '-10.50', state: 'PAID' });
    expect(await policyOf(policyId)).toMatchObject({ status: 'PAID' });
  });
});

describe('a corrected effective date', () => {
  it('moves installments that are not billed, and the dates of the ledger, by further lines', async () => {
    const policyId = await issue('MONTHLY', '2039-02-01');
    await entry(policyId, '2039-05-01', '30.00');
    const before = await readLines(world.db, policyId);
    expect(await correct(policyId, '2039-02-11')).toBeNull();

    const statements = await statementsOf(policyId);
    expect(statements.slice(0, 3).map(({ dueDate }) => dueDate)).toEqual([
      '2039-02-18',
      '2039-03-18',
      '2039-04-18',
    ]);
    expect(statements.map(({ data }) => data.billingDate).slice(0, 3)).toEqual([
      '2039-02-01',
      '2039-03-11',
      '2039-04-11',
    ]);
    const lines = await readLines(world.db, policyId);
    expect(lines.slice(0, before.length)).toEqual(before);
    expect(netted(withoutSubjects(lines))).toEqual([
      { from: '2039-02-11', until: '2040-02-11', amount: '365.00' },
      { from: '2039-05-01', until: '2040-02-11', amount: '30.00' },
    ]);
    const entries = await LedgerEntry.query(world.db)
      .where('parent_policy_id', policyId)
      .orderBy('effective_date');
    expect(entries.map(({ effectiveDate }) => effectiveDate)).toEqual(['2039-02-11', '2039-05-01']);
    const event = await PolicyEvent.query(world.db).findOne({
      policy_id: policyId,
      type: 'EFFECTIVE_DATE_CORRECTED',
    });
    expect(event?.data.statements).toHaveLength(12);
    const { term } = await readPolicyStanding(world.db, await policyOf(policyId));
    expect(term.charges).toMatchObject([{ from: '2039-02-11', until: '2040-02-11', amount: '18.25' }]);
    await expectSound(world.db, policyId, now());
  });

  it('keeps the due date of what was billed, which is not due before the term begins', async () => {
    const policyId = await issue('MONTHLY', '2039-02-01');
    await correct(policyId, '2039-01-20');
    const [first, second] = await statementsOf(policyId);
    expect(first).toMatchObject({ state: 'DUE', dueDate: '2039-02-08' });
    expect(second).toMatchObject({ state: 'SCHEDULED', dueDate: '2039-02-27' });
    today = '2039-02-20';
    await desk.lookAfter(policyId);
    expect((await statementsOf(policyId))[0]).toMatchObject({ state: 'PAST_DUE' });
    await correct(policyId, '2039-03-01');
    expect((await statementsOf(policyId))[0]).toMatchObject({ state: 'DUE', dueDate: '2039-03-08' });
  });
});

describe('what is refused', () => {
  it('is a reason that the product does not have, by the name of its field', async () => {
    const policyId = await issue();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const cancel = { policyId, effectiveDate: '2039-07-02' };
    expect(await desk.refusal('POLICY_CANCEL', { ...cancel, cancellationReasonConfigId: unknown })).toBe(
      `the product has no cancellation reason ${unknown}: use one of ${reason} (Sold)`,
    );
    expect(await desk.refusal('PRE_POLICY_CANCELLATION', { ...cancel, configId: unknown })).toMatch(
      /no cancellation reason/,
    );
    expect(await policyOf(policyId)).toMatchObject({ cancelledOn: null, cancellationNoticeOn: null });
  });

  it('is a renewal quote that was issued already', async () => {
    const policyId = await issue();
    today = '2039-12-01';
    const { quoteId } = await desk
      .done('POLICY_RENEWAL_QUOTING', { policyId })
      .then(() => lastRenewalQuote(policyId));
    const { clientId } = await policyOf(policyId);
    await desk.done('POLICY_CREATE', {
      clientId,
      quoteIds: [quoteId],
      paymentRequired: false,
      paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
    });
    expect(await desk.refusal('RENEWAL_QUOTE_SELECTED', { policyId, quoteId })).toBe(
      'the quote was issued already',
    );
  });
});

async function lastRenewalQuote(policyId: string): Promise<{ quoteId: string }> {
  const event = await PolicyEvent.query(world.db).findOne({ policy_id: policyId, type: 'RENEWAL_QUOTED' });
  return { quoteId: String(event?.data.quoteId) };
}

it('an endorsement without premium leaves an entry of 0, which no statement includes', async () => {
  const policyId = await issue();
  const effectiveDate = '2039-03-01';
  const intake = intakeOf({ 'client.name': 'Corner Shop Ltd' });
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
  const entries = await LedgerEntry.query(world.db)
    .where('parent_policy_id', policyId)
    .orderBy('effective_date');
  expect(entries.at(-1)).toMatchObject({ premium: '0.00', effectiveDate, quoteId, appliedToStatement: true });
  expect(entries.at(-1)?.statementId).toBeNull();
  expect(await statementsOf(policyId)).toHaveLength(1);
  await expectSound(world.db, policyId, now());
});
