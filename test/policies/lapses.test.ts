import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wholePolicy } from '../../api/policies/schemas.js';
import { PolicyService } from '../../api/policies/service.js';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
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

const service = () => new PolicyService({ db: world.db, catalog: world.catalog, now });

async function policyOn(policyId: string, asOf: { effectiveOn?: string; knownAt?: string } = {}) {
  return (await service().full(world.agency, policyId, { ...wholePolicy, ...asOf })).policy!;
}

/** A year from 2039-01-01, canceled from 1 June and, ten days later, reinstated from 1 July. */
async function aPolicyWithALapse(): Promise<string> {
  const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: today });
  await desk.done('PAYMENT_RECEIVED', { policyId, amount: 383.25, reference: 'all' });
  today = '2039-06-01';
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-06-01', label: 'Business closed' });
  today = '2039-06-11';
  return policyId;
}

const lapse = { from: '2039-06-01', until: '2039-07-01', reason: 'Business closed' };

describe('a policy that was reinstated with a lapse', () => {
  it('is in one state on a day, however it is read, and names the lapse', async () => {
    const policyId = await aPolicyWithALapse();
    expect(await reinstate(policyId)).toMatchObject({ policyState: 'INACTIVE_UNSETTLED' });
    const states = {
      '2039-06-11': 'INACTIVE_UNSETTLED',
      '2039-06-30': 'INACTIVE_UNSETTLED',
      '2039-07-01': 'ACTIVE',
    };
    for (const [day, policyState] of Object.entries(states)) {
      today = day;
      const shown = { policyState, lapses: [lapse], lastDayWithCoverage: '2039-12-31' };
      const plain = await policyOn(policyId);
      expect(plain).toMatchObject({ ...shown, policyContract: { lapses: [lapse] } });
      // How it stands is told of today alone.
      expect({ ...plain, standing: undefined, taxesAndFees: undefined }).toEqual(
        await policyOn(policyId, { effectiveOn: day }),
      );
      const { clientId } = plain;
      expect(await service().ofClient(world.agency, clientId)).toMatchObject([shown]);
      const { clientSummary } = await service().full(world.agency, policyId);
      expect(clientSummary).toMatchObject({ activePolicyCount: policyState === 'ACTIVE' ? 1 : 0 });
      const timelines = new PolicyTimelines({ db: world.db, catalog: world.catalog, now });
      const { policy } = await timelines.read(world.agency, policyId, {});
      expect(policy).toMatchObject({
        inForce: policyState === 'ACTIVE',
        policyContract: { lapses: [lapse] },
      });
    }
  });

  it('has no lapse as known before the reinstatement, nor in the next term', async () => {
    const policyId = await aPolicyWithALapse();
    const knownAt = now().toISOString();
    today = '2039-06-12';
    await reinstate(policyId);
    expect((await policyOn(policyId, { knownAt })).lapses).toEqual([]);
    for (today of ['2039-12-01', '2040-01-01']) await desk.lookAfter(policyId);
    expect(await policyOn(policyId)).toMatchObject({ effectiveDate: '2040-01-01', lapses: [] });
    expect(await policyOn(policyId, { effectiveOn: '2039-12-31' })).toMatchObject({ lapses: [lapse] });
  });

  it('has the lapse that begins with the term in the moved term', async () => {
    const policyId = await desk.issue({ revenue: 10_010, plan: 'FULL_PAYMENT', effectiveDate: today });
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-01-01', label: 'Too early' });
    await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-01-22' });
    expect((await policyOn(policyId)).lapses).toMatchObject([{ from: '2039-01-01', until: '2039-01-22' }]);
    await world.db.transaction(async (trx) => {
      const policy = (await lockPolicy(trx, policyId))!;
      const by = { createdBy: { name: 'Back office' }, acknowledged: [], now: new BusinessTime(now()) };
      expect(await correctEffectiveDate(trx, policy, '2038-12-15', by)).toBeNull();
    });
    const moved = [{ from: '2038-12-15', until: '2039-01-22', reason: 'Too early' }];
    expect((await policyOn(policyId)).lapses).toEqual(moved);
    expect((await policyOn(policyId, { effectiveOn: today })).lapses).toEqual(moved);
  });

  const reinstate = (policyId: string) =>
    desk.done('POLICY_REINSTATE', { policyId, effectiveDate: lapse.until });
});

it('is not in force before the first day either, if it was canceled from it', async () => {
  const policyId = await desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: '2039-03-01' });
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-03-01' });
  today = '2039-03-01';
  await desk.lookAfter(policyId);
  const { policyState } = await policyOn(policyId);
  expect(policyState).not.toBe('ACTIVE');
  expect(await policyOn(policyId, { effectiveOn: '2039-02-01' })).toMatchObject({ policyState });
});
