import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyService } from '../../api/policies/service.js';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

/** The shop with limits of a million and two, which the premium follows. */
function shopWithLimits(): ProductDefinition {
  const shop = shopOfLives({ renewal: { automatic: true } });
  const { standard } = shop.ratingPlans;
  const [coverage] = standard!.coverages;
  const limit = (description: string, amount: object) => ({
    ...{ key: 'limits', amount, amountType: 'LIMIT', description },
  });
  const changed = {
    ...coverage,
    steps: [
      ...coverage!.steps,
      { name: 'Limit', op: 'multiply', by: { '/': [{ answer: 'shop.limit' }, 1_000_000] } },
    ],
    details: [
      limit('Each occurrence', { answer: 'shop.limit' }),
      limit('Aggregate', { '*': [{ answer: 'shop.limit' }, 2] }),
    ],
  };
  const [section] = shop.product.display!.sections;
  section!.subsections[0]!.questions.push({
    ...{ qid: 'shop.limit', question: 'Limit', answerType: 'MONEY', defaultAnswer: '1000000', min: 0 },
    required: true,
  });
  return productDefinition.parse({
    ...shop,
    ratingPlans: { ...shop.ratingPlans, standard: { ...standard, coverages: [changed] } },
  });
}

let lives: PolicyLives;
let today = '2040-01-01';
beforeAll(async () => {
  lives = await policyLives(shopWithLimits());
});
afterAll(async () => {
  await lives?.close();
});

const now = () => new Date(`${today}T09:00:00Z`);

async function goTo(policyId: string, date: string): Promise<void> {
  today = date;
  await lives.goTo(policyId, date);
}

async function issue(): Promise<Policy> {
  today = '2040-01-01';
  lives.setDay(today);
  return lives.issue();
}

async function endorse(policyId: string, effectiveDate: string, answers: Record<string, string>) {
  const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', {
    policyId,
    effectiveDate,
    intake: intakeOf(answers),
  });
  await lives.fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

const doubled = { 'shop.limit': '2000000', 'client.name': 'Grand Market LLC' };
const asIssued = { name: 'Corner Shop', limits: ['1000000', '2000000'], premium: 1200 };
const asEndorsed = { name: 'Grand Market LLC', limits: ['2000000', '4000000'], premium: 2400 };

function shown(policyContract: JsonObject, policyMeta: JsonObject) {
  const { premium, coverageTypes } = policyContract as unknown as NonNullable<Quote['quoteDetails']>;
  const [coverage] = coverageTypes.flatMap(({ coverages }) => coverages);
  return {
    name: policyMeta.insuredName,
    limits: coverage!.details.limits!.map(({ amount }) => amount),
    premium: premium.amount,
  };
}

/** As `GET /policy/{id}` shows it. */
async function current(policyId: string) {
  const policies = new PolicyService({ db: lives.db, catalog: lives.catalog, now });
  const { policy } = await policies.full(lives.agency, policyId);
  return shown(policy!.policyContract, policy!.policyMeta as JsonObject);
}

async function timeline(policyId: string, asked: { effectiveOn?: string; knownAt?: string } = {}) {
  const timelines = new PolicyTimelines({ db: lives.db, catalog: lives.catalog, now });
  return timelines.read(lives.agency, policyId, asked);
}

async function onDay(policyId: string, effectiveOn: string, knownAt?: string) {
  const { policy } = await timeline(policyId, { effectiveOn, ...(knownAt && { knownAt }) });
  return shown(policy!.policyContract, policy!.policyMeta as JsonObject);
}

async function found(filters: { insuredName?: string; anyMatch?: string }): Promise<string[]> {
  const policies = new PolicyService({ db: lives.db, catalog: lives.catalog, now });
  const page = await policies.search(lives.agency, {
    ...filters,
    page: 0,
    size: 1000,
    sort: '-effectiveDate',
  });
  return page.content.map(({ id }) => id);
}

describe('an endorsement of limits and name that is in force', () => {
  it('is the contract, the parties and the search of the policy from its day', async () => {
    const { id, policyContract, policyMeta } = await issue();
    expect(await current(id)).toEqual(asIssued);
    await lives.policy(id);
    await endorse(id, '2040-01-01', doubled);

    expect(await current(id)).toEqual(asEndorsed);
    const stored = await lives.policy(id);
    expect(stored.policyContract).toMatchObject({ productId: policyContract.productId, term: 'ANNUAL' });
    expect(stored.issuedMeta).toEqual(policyMeta);
    expect(stored.policyMeta).toMatchObject({
      carrier: policyMeta.carrier,
      insured: { name: 'Grand Market LLC' },
    });
    expect(await found({ insuredName: 'grand market' })).toContain(id);
    expect(await found({ anyMatch: 'grand market' })).toContain(id);
    expect(await found({ insuredName: 'corner shop' })).not.toContain(id);
  });

  it('is named in the timeline with what it has altered', async () => {
    const { id } = await issue();
    await endorse(id, '2040-01-01', doubled);
    const { changes } = await timeline(id);
    expect(changes.map(({ differences }) => differences)).toEqual([
      [],
      [
        { what: 'Named insured', before: 'Corner Shop', after: 'Grand Market LLC' },
        { what: 'Limit', before: null, after: '$2,000,000.00' },
        {
          what: 'Liability',
          before: '$1,000,000  Each occurrence\n$2,000,000  Aggregate',
          after: '$2,000,000  Each occurrence\n$4,000,000  Aggregate',
        },
      ],
    ]);
  });
});

describe('an endorsement from a future day', () => {
  it('leaves the policy as it was until that day, on which the workflow of the policy applies it', async () => {
    const { id } = await issue();
    await endorse(id, '2040-03-01', doubled);
    expect(await current(id)).toEqual(asIssued);
    expect(await found({ insuredName: 'grand market' })).not.toContain(id);
    expect(await onDay(id, '2040-02-29')).toEqual(asIssued);
    expect(await onDay(id, '2040-03-01')).toEqual(asEndorsed);

    await goTo(id, '2040-02-29');
    expect(await current(id)).toEqual(asIssued);
    await goTo(id, '2040-03-01');
    expect(await current(id)).toEqual(asEndorsed);
    expect(await found({ insuredName: 'grand market' })).toContain(id);
    expect(await found({ insuredName: 'corner shop' })).not.toContain(id);
  });

  it('does not reach a policy that is canceled before it, and does after a reinstatement', async () => {
    const { id } = await issue();
    await endorse(id, '2040-04-01', doubled);
    await goTo(id, '2040-02-01');
    await lives.fire('POLICY_CANCEL', {
      ...{
        policyId: id,
        clientId: (await lives.policy(id)).clientId,
        effectiveDate: '2040-02-01',
        label: 'Sold',
      },
    });
    expect(await onDay(id, '2040-05-01')).toEqual(asIssued);
    await goTo(id, '2040-02-05');
    await lives.fire('POLICY_REINSTATE', { policyId: id });
    expect(await current(id)).toEqual(asIssued);
    expect(await onDay(id, '2040-05-01')).toEqual(asEndorsed);
    await goTo(id, '2040-04-01');
    expect(await current(id)).toEqual(asEndorsed);
  });
});

it('a back-dated endorsement keeps what takes effect after it, and what was known before it', async () => {
  const { id } = await issue();
  await endorse(id, '2040-06-01', doubled);
  await goTo(id, '2040-03-01');
  const knownAt = now().toISOString();
  await goTo(id, '2040-03-02');
  await endorse(id, '2040-02-01', { 'shop.revenue': '240000', 'client.name': 'Corner & Sons' });

  const between = { name: 'Corner & Sons', limits: ['1000000', '2000000'], premium: 2400 };
  expect(await current(id)).toEqual(between);
  expect(await onDay(id, '2040-01-31')).toEqual(asIssued);
  expect(await onDay(id, '2040-05-31')).toEqual(between);
  expect(await onDay(id, '2040-06-01')).toEqual({ ...asEndorsed, premium: 4800 });
  expect(await onDay(id, '2040-03-01', knownAt)).toEqual(asIssued);
  expect(await onDay(id, '2040-06-01', knownAt)).toEqual(asEndorsed);
});

it('an agreed premium changes the price of the contract and keeps its coverages', async () => {
  const { id } = await issue();
  await lives.fire('POLICY_ENDORSE', { policyId: id, premium: 100, effectiveDate: '2040-01-01' });
  expect(await current(id)).toEqual({ ...asIssued, premium: 1300 });
});

it('a renewal begins with the contract that it was quoted for, and keeps the name of the insured', async () => {
  const { id } = await issue();
  await endorse(id, '2040-01-01', doubled);
  await goTo(id, '2041-01-01');
  const policy = await lives.policy(id);
  expect(policy).toMatchObject({ termNumber: 2, effectiveDate: '2041-01-01' });
  expect(policy.policyContract).toMatchObject({ effectiveDate: '2041-01-01', expirationDate: '2042-01-01' });
  expect(await current(id)).toEqual(asEndorsed);
});

it('a corrected effective date moves the dates of the contract', async () => {
  const { id } = await issue();
  await endorse(id, '2040-01-01', doubled);
  await lives.db.transaction(async (trx) => {
    const policy = (await lockPolicy(trx, id))!;
    const by = { createdBy: { name: 'Back office' }, acknowledged: [], now: new BusinessTime(now()) };
    expect(await correctEffectiveDate(trx, policy, '2040-01-10', by)).toBeNull();
  });
  const { policyContract } = await lives.policy(id);
  expect(policyContract).toMatchObject({ effectiveDate: '2040-01-10', expirationDate: '2041-01-10' });
  expect(await current(id)).toEqual(asEndorsed);
});

describe('a policy that was endorsed before its row had the contract of a day', () => {
  it('is brought up to date by its workflow', async () => {
    const { id, policyContract, policyMeta } = await issue();
    await endorse(id, '2040-01-01', doubled);
    // As the migration finds it.
    await Policy.query(lives.db)
      .findById(id)
      .patch({ policyContract, policyMeta, contractOn: null, issuedMeta: null, nextLookAt: now() });
    expect(await current(id)).toEqual(asIssued);
    expect(await onDay(id, '2040-01-01')).toEqual(asEndorsed);
    await goTo(id, '2040-01-02');
    expect(await current(id)).toEqual(asEndorsed);
  });
});
