import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commissionsOfMonth } from '../../db/commissions/month-of-commissions.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { CommissionDesk } from '../support/commission-desk.js';
import { intakeOf } from '../support/event-factory.js';
import { postings, trialBalance } from '../support/trial-balance.js';

const office = new CommissionDesk();
beforeAll(() => office.open({ renewal: { automatic: true } }));
afterAll(() => office.world?.close());

const rate = (from: string, newBusiness: string, more: object = {}) => ({
  ...{ from, newBusiness, renewal: '0.1' },
  ...more,
});
const paid = rate('2040-04-02', '0.5', { basis: 'COLLECTED' });
const january = [rate('2040-01-05', '0.15'), rate('2040-01-20', '0.2')];
const adjusted = (amount: number) =>
  office.world.db('commission_adjustments').insert({
    ...{ id: randomUUID(), organization_id: office.world.carrier.organizationId },
    ...{ seller_id: office.world.agency.organizationId, currency: 'USD', amount, reason: 'Bonus' },
    ...{ created_at: office.now(), created_by: JSON.stringify({ name: 'Billing' }) },
  });
const balances = async (to: string) =>
  trialBalance(
    await postings(office.world.db, office.books(), { from: '2040-01-01', to, today: office.today }),
    to,
  );

let first: string;

it('a rate changes in the middle of a month, and a policy from before the first rate earns nothing', async () => {
  await office.earns(...january);
  office.today = '2040-01-04';
  await office.issue(80_000);
  office.today = '2040-01-10';
  first = await office.issue(120_000);
  office.today = '2040-01-25';
  await office.issue(10_001);
  office.today = '2040-02-03';
  const open = await commissionsOfMonth(office.world.db, { ...office.books(), period: '2040-01-01' });
  const [one, other] = await Promise.all([office.close('2040-01'), office.close('2040-01')]);
  expect([one, other].filter((closed) => 'refused' in closed)).toEqual([{ refused: 'CLOSED' }]);
  expect(await office.statementOf('2040-01')).toEqual({
    ...{ commission: '200.00', adjusted: '0.00', collected: '0.00' },
    // 20 % of 100.01, and 15 % of 1,200.00.
    lines: [
      ['100.01', '20.00'],
      ['1200.00', '180.00'],
    ],
  });
  const { agency } = office.world;
  expect(open).toEqual([
    {
      ...{ sellerId: agency.organizationId, currency: 'USD' },
      ...{ commission: '200.00', adjusted: '0.00', collected: '0.00' },
    },
  ]);
});

it('a flat cancellation takes back what was paid, in the month that is open', async () => {
  await office.desk.done('POLICY_CANCEL', { policyId: first, effectiveDate: '2040-01-10' });
  await adjusted(12.5);
  office.today = '2040-03-01';
  await office.close('2040-02');
  expect(await office.statementOf('2040-02')).toEqual({
    ...{ commission: '-180.00', adjusted: '12.50', collected: '0.00' },
    lines: [['-1200.00', '-180.00']],
  });
  const [line] = await office.linesOf('2040-02');
  const entries = await LedgerEntry.query(office.world.db).where('parent_policy_id', first);
  const canceled = entries.find(({ premium }) => premium === '-1200.00')!;
  expect(line).toMatchObject({ policyId: first, entryId: canceled.id, effectiveDate: '2040-01-10' });
  expect(line!.triggerRequestId).not.toBeNull();
  const balance = await balances('2040-02-29');
  expect(balance('COMMISSION_EXPENSE')).toBe('32.50');
  expect(balance('COMMISSION_PAYABLE')).toBe('-32.50');
});

it('an endorsement that returns premium takes its share back, by the rate of its term', async () => {
  office.today = '2040-03-01';
  const policyId = await office.issue(36_500);
  office.today = '2040-03-11';
  const intake = intakeOf({ 'shop.revenue': '18250' });
  const effectiveDate = '2040-03-11';
  const quoted = await office.desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await office.desk.done('POLICY_ENDORSE', { policyId, quoteId: quoted.quoteId, effectiveDate });
  office.today = '2040-04-02';
  await office.close('2040-03');
  // 355 of 365 days at half of it: 177.50 come back.
  expect(await office.statementOf('2040-03')).toMatchObject({
    commission: '37.50',
    lines: [
      ['-177.50', '-35.50'],
      ['365.00', '73.00'],
    ],
  });
});

it('commission that is earned with premium, or as far as a term is paid, is a line for the term', async () => {
  const earned = rate('2040-04-02', '0.5', { basis: 'EARNED', flat: { newBusiness: '25.00' } });
  await office.earns(...january, earned);
  const policyId = await office.issue(36_500);
  office.today = '2040-05-01';
  await office.close('2040-04');
  // 29 of 365 days of 365.00, and the flat amount of the term.
  expect((await office.statementOf('2040-04'))!.lines).toEqual([['29.00', '39.50']]);
  expect((await office.linesOf('2040-04'))[0]).toMatchObject({ entryId: null, triggerRequestId: null });

  await office.earns(...january, paid);
  await office.desk.done('PAYMENT_RECEIVED', { policyId, amount: 191.63, reference: 'check 1' });
  office.today = '2040-06-01';
  await office.close('2040-05');
  // Half of it is paid: 91.25, less what the closed month had.
  expect(await office.statementOf('2040-05')).toMatchObject({
    collected: '0.00',
    lines: [['153.50', '51.75']],
  });
});

it('what the seller collects from a day on is netted, and what it reported before is not', async () => {
  const agencyBill = rate('2040-06-01', '0.2', { collectedBy: 'SELLER' });
  await office.earns(...january, paid, agencyBill);
  const policyId = await office.issue(100_000);
  await office.desk.done('PAYMENT_RECEIVED', { policyId, amount: 1050, reference: 'check 2' });
  office.today = '2040-07-01';
  await office.close('2040-06');
  expect(await office.statementOf('2040-06')).toMatchObject({ commission: '200.00', collected: '1050.00' });
  const balance = await balances('2040-06-30');
  // 191.63 reached the insurer; the seller owes what it has not handed on.
  expect(balance('CASH')).toBe('191.63');
  expect(balance('COMMISSION_PAYABLE')).toBe('688.75');
});

it('a coverage has its own rate, and the correction of a rate is in the next statement', async () => {
  const corrected = rate('2040-06-01', '0.22', { collectedBy: 'SELLER' });
  const misspelt = rate('2040-08-01', '0.2', { coverages: { LIABILTY: { newBusiness: '0.3' } } });
  await expect(office.earns(misspelt)).rejects.toThrow(
    'no version of the product has a coverage "LIABILTY"; did you mean "LIABILITY"?',
  );
  await office.earns(
    ...january,
    paid,
    corrected,
    rate('2040-08-01', '0.2', { coverages: { LIABILITY: { newBusiness: '0.3' } } }),
  );
  office.today = '2040-08-01';
  await office.issue(40_000);
  office.today = '2040-09-01';
  await office.close('2040-07');
  expect(await office.statementOf('2040-07')).toMatchObject({ lines: [['0.00', '20.00']] });
  await office.close('2040-08');
  expect((await office.statementOf('2040-08'))!.lines).toEqual([['400.00', '120.00']]);
});

it('a seller whose license says nothing earns nothing, and keeps what it had', async () => {
  await office.earns();
  office.today = '2040-09-20';
  await office.issue(50_000);
  office.today = '2040-10-01';
  await office.close('2040-09');
  expect(await office.statementOf('2040-09')).toBeUndefined();
});

it('a renewal earns the rate of renewals on its first day', async () => {
  await office.earns(rate('2040-10-01', '0.2'), rate('2041-10-01', '0.2', { renewal: '0.07' }));
  office.today = '2040-10-01';
  const policyId = await office.issue(70_000);
  for (office.today of ['2040-11-15', '2041-08-05', '2041-10-01']) await office.desk.lookAfter(policyId);
  office.today = '2041-11-01';
  for (const month of ['2040-10', '2040-11', '2040-12']) await office.close(month);
  for (let month = 1; month <= 10; month++) await office.close(`2041-${String(month).padStart(2, '0')}`);
  expect((await office.statementOf('2040-10'))!.lines).toEqual([['700.00', '140.00']]);
  const renewed = await office.world
    .db('commission_lines')
    .where({ policy_id: policyId, term_number: 2 })
    .select('premium', 'commission');
  expect(renewed).toEqual([{ premium: '700.00', commission: '49.00' }]);
});
