import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FullPolicyFlags, wholePolicy } from '../../api/policies/schemas.js';
import { PolicyService } from '../../api/policies/service.js';
import { correctPolicyNumber } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let today: string;
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const settings = { paymentPlans: [{ plan: 'FULL_PAYMENT' as const }], renewal: { automatic: true } };
  world = await anEventWorld(shopOfLives(settings), { now });
  desk = new PolicyDesk(world, now);
});
beforeEach(() => {
  today = '2039-01-01';
});
afterAll(() => world?.close());

/** A year from 2039-01-01 for 365.00. */
const issue = () => desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });

async function endorse(policyId: string, effectiveDate: string, answers: Record<string, string>) {
  const intake = intakeOf(answers);
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

async function read(policyId: string, flags: Partial<FullPolicyFlags> = {}) {
  const policies = new PolicyService({ db: world.db, catalog: world.catalog, now });
  return JSON.parse(
    JSON.stringify(await policies.full(world.agency, policyId, { ...wholePolicy, ...flags })),
  );
}

const doubled = { 'shop.revenue': '73000', 'client.name': 'Grand Market LLC' };

describe('a policy as of a day', () => {
  it('is what is read without a day, if the day is today', async () => {
    const policyId = await issue();
    await endorse(policyId, '2039-01-01', doubled);
    today = '2039-02-01';
    await desk.lookAfter(policyId);
    const { policy, ...sections } = await read(policyId);
    // How it stands is told of now only.
    expect(policy).toMatchObject({ standing: { type: 'IN_FORCE', on: '2040-01-01' }, taxesAndFees: 36.5 });
    const asOfDay = { policy: { ...policy, standing: undefined, taxesAndFees: undefined }, ...sections };
    expect(await read(policyId, { effectiveOn: today })).toEqual(asOfDay);
    expect(await read(policyId, { knownAt: now().toISOString() })).toEqual(asOfDay);
  });

  it('has the name, answers and price of that day, and the premium with every change known', async () => {
    const policyId = await issue();
    await endorse(policyId, '2039-07-01', doubled);
    const before = await read(policyId, { effectiveOn: '2039-06-30' });
    const after = await read(policyId, { effectiveOn: '2039-07-01' });
    expect(before.policy.policyMeta.insuredName).toBe('Corner Shop');
    expect(before.policy.policyContract.premium.amount).toBe(365);
    expect(before.intakeAnswers['shop.revenue'].answer).toBe('36500');
    expect(after.policy.policyMeta.insuredName).toBe('Grand Market LLC');
    expect(after.policy.policyContract.premium.amount).toBe(730);
    expect(after.intakeAnswers['shop.revenue'].answer).toBe('73000');
    // 184 of 365 days at twice the price.
    expect([before.policy.premium, after.policy.premium]).toEqual([549, 549]);
  });

  it('does not have what was recorded after the time of knowledge', async () => {
    const policyId = await issue();
    const knownAt = now().toISOString();
    today = '2039-03-01';
    await endorse(policyId, '2039-02-01', doubled);
    await world.db.transaction(async (trx) => {
      const policy = (await lockPolicy(trx, policyId))!;
      const by = { createdBy: { name: 'Back office' }, acknowledged: [], now: new BusinessTime(now()) };
      await correctPolicyNumber(trx, policy, 'CORRECTED-1', by);
    });
    const { policy, intakeAnswers } = await read(policyId, { effectiveOn: '2039-02-15', knownAt });
    expect(policy).toMatchObject({ premium: 365, policyMeta: { insuredName: 'Corner Shop' } });
    expect(policy.policyNumber).not.toBe('CORRECTED-1');
    expect(intakeAnswers['shop.revenue'].answer).toBe('36500');
    expect((await read(policyId, { effectiveOn: '2039-02-15' })).policy).toMatchObject({
      policyNumber: 'CORRECTED-1',
      policyMeta: { insuredName: 'Grand Market LLC' },
    });
  });

  it('is active on a covered day only: not after its cancellation, nor in the days without coverage', async () => {
    const policyId = await issue();
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'all' });
    today = '2039-06-01';
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-06-01', label: 'Sold' });
    const knownAt = now().toISOString();
    expect((await read(policyId, { effectiveOn: '2039-05-31' })).policy).toMatchObject({
      policyState: 'ACTIVE',
      lastDayWithCoverage: '2039-05-31',
    });
    const isOver = { policyState: 'INACTIVE_UNSETTLED', lastDayWithCoverage: '2039-05-31' };
    expect((await read(policyId, { effectiveOn: '2039-06-01' })).policy).toMatchObject(isOver);
    today = '2039-06-11';
    await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-06-11' });
    const stateOn = async (effectiveOn: string, known?: string) =>
      (await read(policyId, { effectiveOn, ...(known && { knownAt: known }) })).policy.policyState;
    expect(await stateOn('2039-06-10')).toBe('INACTIVE_UNSETTLED');
    expect(await stateOn('2039-06-11')).toBe('ACTIVE');
    expect(await stateOn('2039-06-11', knownAt)).toBe('INACTIVE_UNSETTLED');
    expect((await read(policyId, { effectiveOn: '2039-06-11' })).policy.lastDayWithCoverage).toBe(
      '2039-12-31',
    );
  });

  it('is in the term of the day, with the quote of that term', async () => {
    const policyId = await issue();
    const first = await read(policyId);
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'all' });
    for (const day of ['2039-12-01', '2040-01-01']) {
      today = day;
      await desk.lookAfter(policyId);
    }
    const { policy, quote } = await read(policyId, { effectiveOn: '2039-12-31' });
    expect(policy).toMatchObject({ effectiveDate: '2039-01-01', expirationDate: '2040-01-01' });
    expect([policy.quoteId, quote.requestId]).toEqual([first.quote.requestId, first.quote.requestId]);
    const second = await read(policyId, { effectiveOn: '2040-01-01' });
    expect(second.policy).toMatchObject({ effectiveDate: '2040-01-01', expirationDate: '2041-01-01' });
    expect(second.quote.requestId).toBe(second.policy.quoteId);
    expect(second.quote.requestId).not.toBe(first.quote.requestId);
  });

  it('begins as issued before its first day, has ended after its term, and is 404 before it was known', async () => {
    const policyId = await issue();
    const { policy: issued } = await read(policyId);
    const policy = { ...issued, standing: undefined, taxesAndFees: undefined };
    expect((await read(policyId, { effectiveOn: '2001-01-01' })).policy).toEqual(policy);
    expect((await read(policyId, { effectiveOn: '2041-01-01' })).policy).toEqual({
      ...policy,
      policyState: 'INACTIVE_UNSETTLED',
    });
    const knownAt = '2038-12-31T08:00:00.000Z';
    await expect(read(policyId, { knownAt })).rejects.toMatchObject({
      status: 404,
      message: `no policy ${policyId} as known at ${knownAt}`,
    });
  });
});
