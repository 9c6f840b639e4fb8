import { afterAll, beforeAll, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { retentionOfPeriods } from '../../db/reports/retention.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2039-07-01';

beforeAll(async () => {
  const now = () => new Date(`${today}T08:00:00Z`);
  world = await anEventWorld(shopOfLives({ renewal: { automatic: true } }), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

const retention = async (from: string, to: string) => {
  const { organizationId } = world.carrier;
  const rows = await retentionOfPeriods(world.db, { organizationId }, { from, to, by: 'month', today });
  return rows.map(({ lineId: _, lineName: __, ...counts }) => counts);
};

it('counts what became of the terms that end in each period', async () => {
  const [renewed, canceled, notTaken, notRenewed] = await Promise.all(
    [1, 2, 3, 4].map(() =>
      desk.issue({ revenue: 100_000, plan: 'FULL_PAYMENT', effectiveDate: '2039-07-01' }),
    ),
  );
  const june = { from: '2040-06-15', to: '2040-06-30' };
  const july = { from: '2040-07-01', to: '2040-07-31' };
  const nothing = { renewed: 0, canceled: 0, notRenewed: 0, pending: 0 };
  expect(await retention(june.from, july.to)).toEqual([{ ...july, ...nothing, ending: 4, pending: 4 }]);

  await desk.fire('POLICY_CANCEL', { policyId: canceled!, effectiveDate: '2039-09-01' });
  await Policy.query(world.db).findById(notRenewed!).patch({ nonRenewed: true });
  expect(await retention(june.from, july.to)).toEqual([
    { ...july, ...nothing, ending: 4, pending: 3, canceled: 1 },
  ]);
  today = '2040-07-01';
  for (const id of [renewed, notTaken, notRenewed]) await desk.lookAfter(id!);
  expect((await Policy.query(world.db).where('term_number', 2)).length).toBe(2);
  expect(await retention(june.from, july.to)).toEqual([
    { ...july, ...nothing, ending: 4, renewed: 2, notRenewed: 1, canceled: 1 },
  ]);
  await desk.fire('POLICY_CANCEL', { policyId: notTaken!, effectiveDate: '2040-07-01', method: 'FLAT' });
  today = '2040-07-20';
  for (const id of [renewed, notTaken, notRenewed]) await desk.lookAfter(id!);
  expect(await retention(june.from, july.to)).toEqual([
    { ...july, ...nothing, ending: 4, renewed: 1, notRenewed: 2, canceled: 1 },
  ]);
  // The next term of the renewed one, and the one that was not taken.
  expect(await retention('2041-07-01', '2041-07-31')).toMatchObject([{ ending: 2, pending: 1, canceled: 1 }]);
}, 120_000);
