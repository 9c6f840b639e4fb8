import { afterAll, beforeAll, expect, it } from 'vitest';
import { PolicyPreviews } from '../../api/policies/previews/service.js';
import { Policy } from '../../db/models/policy.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
const now = () => new Date('2039-01-01T08:00:00Z');
const rewrite = 'b2a7a7f8-5d3e-4f58-9c36-6a1f6d8e2b11';

beforeAll(async () => {
  const reason = { configId: rewrite, title: 'Rewritten', method: 'PRO_RATA' as const, minimumEarned: false };
  const cancellation = { minimumEarned: { share: '0.25' }, reasons: [reason] };
  const paymentPlans = [{ plan: 'FULL_PAYMENT' as const }];
  world = await anEventWorld(shopOfLives({ paymentPlans, cancellation }), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

const issue = () => desk.issue({ revenue: 36_500, plan: 'FULL_PAYMENT', effectiveDate: '2039-01-01' });

// A year for 365.00, of which 91.25 are kept; 31 days are earned on 1 February.
it.each([
  ['at least the minimum', '2039-02-01', undefined, { returnedPremium: 273.75, penalty: 60.25 }, '91.25'],
  [
    'what is earned, if that is more',
    '2039-07-01',
    undefined,
    { returnedPremium: 184, penalty: 0 },
    '181.00',
  ],
  ['nothing from the first day', '2039-01-01', undefined, { returnedPremium: 365, penalty: 0 }, '0.00'],
  [
    'what is earned, for a reason without it',
    '2039-02-01',
    rewrite,
    { returnedPremium: 334, penalty: 0 },
    '31.00',
  ],
])('a cancellation keeps %s, as its preview says', async (_, effectiveDate, reasonId, returned, kept) => {
  const policyId = await issue();
  const reason = reasonId === undefined ? {} : { cancellationReasonConfigId: reasonId };
  const previews = new PolicyPreviews({ db: world.db, catalog: world.catalog, now });
  expect(await previews.cancellation(world.agency, policyId, { effectiveDate, ...reason })).toMatchObject(
    returned,
  );
  expect(await desk.done('POLICY_CANCEL', { policyId, effectiveDate, ...reason })).toMatchObject(returned);
  const { premium } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
  expect(premium).toBe(kept);
  await expectSound(world.db, policyId, now());
});

it('is undone by a reinstatement', async () => {
  const policyId = await issue();
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-02-01' });
  await desk.done('POLICY_REINSTATE', { policyId });
  const { premium } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
  expect(premium).toBe('365.00');
});
