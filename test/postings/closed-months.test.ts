import { afterAll, beforeAll, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { closeMonth } from '../../db/postings/close-month.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { PostingsInWords } from '../../domain/postings/report.js';
import { aClient } from '../support/client-factory.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { aQuoteRow } from '../support/policy-factory.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';
import { expectReconciled, postings, trialBalance } from '../support/trial-balance.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-10';
const now = () => new Date(`${today}T08:00:00Z`);
const books = () => ({ organizationId: world.carrier.organizationId, timeZone: 'UTC' });

beforeAll(async () => {
  world = await anEventWorld(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 40 },
        { plan: 'MONTHLY', instalmentFee: 2 },
      ],
      billing: { nsfFee: { amount: 25 }, shortfallTolerance: '1.00' },
      cancellation: { reinstatementDays: 60 },
    }),
    { now },
  );
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

const close = (month: string) =>
  closeMonth(world.db, {
    ...books(),
    period: `${month}-01`,
    closedBy: theService,
    today,
    now: new BusinessTime(now()),
  });
const january = (by: 'day' | 'month' = 'day'): Promise<PostingsInWords> =>
  postings(world.db, books(), { from: '2040-01-01', to: '2040-01-31', by, today });
const untilToday = (to: string) => postings(world.db, books(), { from: '2040-01-01', to, today: to });

it('a closed month stays as it is, and later changes are posted in the open one', async () => {
  const policyId = await desk.issue({ revenue: 120_000, plan: 'FULL_PAYMENT', effectiveDate: today });
  await desk.done('PAYMENT_RECEIVED', { policyId, amount: 1260, reference: 'check 1' });
  const before = [await january(), await january('month')];
  today = '2040-02-01';
  expect(await close('2040-01')).toMatchObject({ period: '2040-01-01' });
  const closed = [await january(), await january('month')];
  // The month was not over before: it had earned nothing yet.
  const earned = ({ kind }: { kind: string }) => kind === 'EARNED';
  expect(before[0]!.transactions.filter(earned)).toEqual([]);
  expect(closed[0]!.transactions.filter(earned)).toMatchObject([
    { date: '2040-01-31', postings: [{ amount: 72.13 }, { amount: -72.13 }] },
  ]);
  expect(closed[0]!.closedThrough).toBe('2040-01-31');
  expect(closed[0]!.transactions.filter((each) => !earned(each))).toEqual(before[0]!.transactions);

  const steps: [string, () => Promise<unknown>][] = [
    [
      'an endorsement from a day in the closed month',
      async () => {
        const effectiveDate = '2040-01-20';
        const intake = intakeOf({ 'shop.revenue': '240000' });
        const quoted = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
        await desk.done('POLICY_ENDORSE', { policyId, quoteId: quoted.quoteId, effectiveDate });
      },
    ],
    [
      'a returned payment of the closed month, with its fee',
      () => desk.done('PAYMENT_REVERSED', { policyId, reference: 'check 1', reason: 'Insufficient funds' }),
    ],
    [
      'another payment',
      () => desk.done('PAYMENT_RECEIVED', { policyId, amount: 1300, reference: 'check 2' }),
    ],
    [
      'a correction of the effective date',
      () =>
        world.db.transaction(async (trx) => {
          const locked = await lockPolicy(trx, policyId);
          const by = { createdBy: { name: 'Back office' }, now: new BusinessTime(now()), acknowledged: [] };
          expect(await correctEffectiveDate(trx, locked!, '2040-01-12', by)).toBeNull();
        }),
    ],
    ['a flat cancellation', () => desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2040-01-12' })],
    ['a refund', () => desk.done('PAYMENT_REFUND', { policyId, amount: 500 })],
    ['a reinstatement', () => desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2040-01-12' })],
  ];
  for (const [what, step] of steps) {
    today = today.replace(/\d\d$/, (day) => String(Number(day) + 1).padStart(2, '0'));
    await step();
    await desk.lookAfter(policyId);
    expect([await january(), await january('month')], what).toEqual(closed);
    await expectReconciled(world.db, books(), await untilToday('2040-02-29'));
  }
  const balance = trialBalance(await untilToday('2040-02-29'), '2040-02-29');
  expect(balance('NSF_FEES')).toBe('-25.00');
  expect(balance('CASH')).toBe('800.00');
  expect(balance('REFUNDS_PAYABLE')).toBe('0.00');

  today = '2040-03-01';
  expect(await close('2040-02')).toMatchObject({ period: '2040-02-01' });
  await expectReconciled(world.db, books(), await untilToday('2040-02-29'));
});

it('what is recorded with a day of a closed month is posted on the first open day', async () => {
  const policyId = await desk.issue({ revenue: 36_600, plan: 'FULL_PAYMENT', effectiveDate: '2040-03-01' });
  const { id } = await LedgerEntry.query(world.db).findOne({ parent_policy_id: policyId }).throwIfNotFound();
  const march = () => postings(world.db, books(), { from: '2040-03-01', to: '2040-03-31', by: 'day', today });
  const written = ({ transactions }: PostingsInWords, date: string) =>
    transactions.find((each) => each.kind === 'WRITTEN' && each.date === date)?.postings[0]?.amount ?? 0;
  const first = written(await march(), '2040-03-01');
  // As an import records it, with the time that it had.
  await world.db('ledger_journal').insert({
    ...{ entry_id: id, policy_id: policyId, kind: 'RECORDED', term_number: 1, premium_change: '31.00' },
    ...{ effective_date: '2040-01-15', earned_from: '2040-01-01', earned_until: '2040-02-01' },
    created_at: new Date('2040-01-15T08:00:00Z'),
  });
  expect(written(await march(), '2040-03-01')).toBe(first + 31);
  const january2 = await january();
  expect(january2.transactions.filter(({ kind }) => kind === 'WRITTEN')).toHaveLength(1);
  today = '2040-04-01';
  const balance = trialBalance(await untilToday('2040-03-31'), '2040-03-31');
  expect(await close('2040-03')).toMatchObject({ period: '2040-03-01' });
  expect(trialBalance(await untilToday('2040-03-31'), '2040-03-31')('EARNED_PREMIUM')).toBe(
    balance('EARNED_PREMIUM'),
  );
});

it('a payment before issue is in suspense until then', async () => {
  today = '2040-04-02';
  const { db, agency, carrier, versionId } = world;
  const answers = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '100000' });
  const { id: clientId } = await aClient(db, agency.organizationId, answers);
  const { requestId } = await aQuoteRow(db, {
    ...{
      sellerId: agency.organizationId,
      issuerId: carrier.organizationId,
      productId: shopIds.line,
      clientId,
    },
    ...{ productVersionId: versionId, effectiveDate: '2040-04-10', answers, madeAt: now() },
  });
  const quoteIds = [requestId];
  const selectedPaymentPlans = { [requestId]: 'FULL_PAYMENT' };
  const setup = await desk.done('PAYMENT_SETUP', { clientId, quoteIds, selectedPaymentPlans });
  const { paymentTriggerRequestId } = setup.PAYMENT_SETUP as { paymentTriggerRequestId: string };
  await desk.done('PAYMENT_RECEIVED', { paymentTriggerRequestId });
  const balances = async () => {
    const asked = { from: '2040-04-01', to: '2040-04-30', by: 'day' as const, today };
    const report = await postings(world.db, books(), asked);
    return (role: 'CASH' | 'SUSPENSE' | 'RECEIVABLE', day: string) => trialBalance(report, day)(role);
  };
  const held = await balances();
  expect([held('CASH', '2040-04-02'), held('SUSPENSE', '2040-04-02')]).toEqual(['1200.00', '-1200.00']);
  today = '2040-04-05';
  await desk.done('POLICY_CREATE', { clientId, quoteIds, paymentPlans: selectedPaymentPlans });
  const applied = await balances();
  expect([applied('SUSPENSE', '2040-04-04'), applied('SUSPENSE', '2040-04-05')]).toEqual([
    '-1200.00',
    '0.00',
  ]);
  expect(applied('RECEIVABLE', '2040-04-05')).toBe('0.00');
  const policy = await Policy.query(db).findOne({ quote_id: requestId }).throwIfNotFound();
  expect(policy.status).toBe('PAID');
});

it('a write-off is an expense until it is void', async () => {
  today = '2040-04-10';
  const policyId = await desk.issue({ revenue: 100_000, plan: 'MONTHLY', effectiveDate: today });
  const [first] = await Statement.query(world.db).where('policy_id', policyId).orderBy('number');
  const amount = (Math.round(Number(first!.amount) * 100) - 50) / 100;
  await desk.done('PAYMENT_RECEIVED', { policyId, amount, reference: 'check 7' });
  await desk.lookAfter(policyId);
  const april = async () =>
    trialBalance(
      await postings(world.db, books(), { from: '2040-04-01', to: '2040-04-30', by: 'day', today }),
      '2040-04-30',
    );
  expect((await april())('WRITE_OFF')).toBe('0.50');
  today = '2040-04-11';
  await desk.done('PAYMENT_REVERSED', { policyId, reference: 'check 7', reason: 'Insufficient funds' });
  expect((await april())('WRITE_OFF')).toBe('0.00');
  expect((await april())('NSF_FEES')).toBe('-25.00');
  today = '2040-06-12';
  await desk.lookAfter(policyId);
  const later = await postings(world.db, books(), { from: '2040-05-01', to: '2040-05-31', today });
  expect(trialBalance(later, '2040-05-31')('INSTALLMENT_FEES')).toBe('0.00');
  const june = await postings(world.db, books(), { from: '2040-06-01', to: '2040-06-30', today });
  expect(trialBalance(june, '2040-06-30')('INSTALLMENT_FEES')).toMatch(/^-\d/);
});
