import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLines } from '../../db/ledger/read-lines.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { quoteObject } from '../../db/quotes/quote-object.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { earnedOn } from '../../domain/policy/proration.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { replayQuote } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { expectSound } from './invariants.js';

/** Three years for the price of 2.7, at most 10 % above the yearly premium of the term before. */
function threeYears(): ProductDefinition {
  const shop = shopOfLives({ paymentPlans: [{ plan: 'ANNUALLY' }], renewal: { automatic: true } });
  const cap = {
    name: 'At most 10 % more',
    op: 'min',
    by: { '*': [1.1, { value: 'expiring.annualPremium' }] },
    when: { '!=': [{ value: 'expiring.annualPremium' }, null] },
  };
  const terms = [{ term: '36_MONTHS', factor: '2.7' }];
  const standard = { ...shop.ratingPlans.standard, terms, policy: [cap] };
  return productDefinition.parse({ ...shop, ratingPlans: { ...shop.ratingPlans, standard } });
}

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  world = await anEventWorld(threeYears(), { now });
  desk = new PolicyDesk(world, now);
});

afterAll(async () => {
  await world?.close();
});

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
const revenue = (amount: number) => intakeOf({ 'shop.revenue': String(amount) });

/** Endorses the revenue, and gives the id of the quote. */
async function endorse(policyId: string, effectiveDate: string, amount: number): Promise<string> {
  const asked = { policyId, effectiveDate, intake: revenue(amount) };
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', asked);
  await desk.done('POLICY_ENDORSE', { policyId, effectiveDate, quoteId });
  return String(quoteId);
}

async function expectReplays(quoteId: string) {
  const stored = (await readQuoteWithWorksheet(world.db, quoteId))!;
  const rerated = rerateOn((await world.catalog.version(stored.productVersionId))!)(stored);
  if (rerated.status !== 'RATED') throw new Error(rerated.status);
  expect(replayQuote(stored, rerated.rating)).toMatchObject({ result: 'identical' });
}

it('sells three years, endorses them, renews them under a cap and cancels them pro rata', async () => {
  const id = await desk.issue({ revenue: 120_000, plan: 'ANNUALLY', effectiveDate: today });
  const sold = await policyOf(id);
  // 2.7 × 1,200.
  expect(sold).toMatchObject({ premiumTerm: '36_MONTHS', expirationDate: '2043-01-01', premium: '3240.00' });
  expect(quoteObject(await desk.quote(sold.quoteId))).toMatchObject({
    term: undefined,
    termMonths: 36,
    quoteDetails: { duration: { length: 36, scale: 'MONTH' }, premium: { perTerm: '36_MONTHS' } },
  });
  const bills = await Statement.query(world.db).where({ policy_id: id }).orderBy('number');
  expect(bills.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
    ['2040-01-01', '1242.00'],
    ['2041-01-01', '1080.00'],
    ['2042-01-01', '1080.00'],
  ]);

  today = '2041-01-01';
  await desk.lookAfter(id);
  // 2040 is a leap year: 366 of 1,096 days.
  const earned = earnedOn(await readLines(world.db, id), today);
  expect(earned.toAmount(2)).toBe('1081.97');

  today = '2041-07-01';
  await desk.lookAfter(id);
  const change = await endorse(id, today, 240_000);
  // 549 of 1,096 days of 3,240 more.
  expect((await desk.quote(change)).premium).toBe('1622.96');
  expect((await desk.quote(change)).metadata).not.toHaveProperty('expiring');

  today = '2042-11-15';
  await desk.lookAfter(id);
  const { quoteId } = await desk.done('POLICY_RENEWAL_QUOTING', { policyId: id, intake: revenue(900_000) });
  const renewal = await desk.quote(String(quoteId));
  // 9,000 a year, capped at 1.1 × 2,400; × 2.7.
  expect(renewal).toMatchObject({ premium: '7128.00', term: '36_MONTHS', effectiveDate: '2043-01-01' });
  expect(renewal.metadata).toMatchObject({
    rateMeta: { 'expiring.annualPremium': '2400', annualPremium: '2640' },
    expiring: {
      termNumber: 1,
      effectiveDate: '2040-01-01',
      values: { premium: '6480.00', annualPremium: '2400', term: '36_MONTHS' },
    },
  });
  await expectReplays(renewal.requestId);
  await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: renewal.requestId });

  today = '2043-01-01';
  await desk.lookAfter(id);
  expect(await policyOf(id)).toMatchObject({
    termNumber: 2,
    expirationDate: '2046-01-01',
    premium: '7128.00',
  });
  // A change of the renewed term is rated with what its own rating was told.
  const capped = await endorse(id, '2043-01-02', 800_000);
  expect(await Quote.query(world.db).findById(capped)).toMatchObject({
    premium: '0.00',
    metadata: { rateMeta: { 'expiring.annualPremium': '2400' }, expiring: { termNumber: 1 } },
  });
  await expectReplays(capped);

  today = '2044-01-01';
  await desk.lookAfter(id);
  await desk.done('POLICY_CANCEL', { policyId: id, effectiveDate: today });
  // 731 of 1,096 days are left.
  expect(Number((await policyOf(id)).premium)).toBe(2373.83);
  await expectSound(world.db, id, now());
});
