import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { DeskClock } from '../support/desk-office.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds } from '../support/shop-product.js';
import { carIds, carProduct, twoCars } from '../support/two-cars.js';
import { expectSound } from './invariants.js';

const clock = new DeskClock();
let world: EventWorld;
beforeAll(async () => {
  world = await anEventWorld(carProduct(), { now: clock.now });
});
afterAll(() => world?.close());

/** The rows of the second table of docs/reference/one-policys-money.md. */
const documented = () =>
  readFileSync('docs/reference/one-policys-money.md', 'utf8')
    .split('\n## By coverage, car and state')[1]!
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.replaceAll(/[|`]/g, ' ').trim().split(/\s+/).join(' '));

/** The lines of the ledger, by the step that recorded them and what they are for; those that add up to nothing are left out. */
async function recorded(days: readonly string[]): Promise<string[]> {
  const lines = await LedgerLine.query(world.db).whereNot('premium_change', 0).orderBy('created_at');
  const times = [...new Set(lines.map(({ createdAt }) => createdAt.getTime()))];
  const sums = new Map<string, string[]>();
  for (const { createdAt, coverage, unit, state, basis, premiumChange } of lines) {
    const step = times.indexOf(createdAt.getTime());
    const title = { COLLISION: 'Collision', LIABILITY: 'Liability' }[coverage!];
    const car = { [carIds.A]: 'A', [carIds.B]: 'B' }[unit!];
    const key = `${step + 1} ${days[step]} ${title} ${car} ${state} ${basis}`;
    sums.set(key, [...(sums.get(key) ?? []), premiumChange]);
  }
  return [...sums]
    .map(([key, amounts]) => ({ key, sum: sumOfAmounts(amounts) }))
    .filter(({ sum }) => Number(sum) !== 0)
    .map(({ key, sum }) => `${key} ${sum}`)
    .sort();
}

it('is what the page works out by hand, for each coverage, car and state', async () => {
  const desk = new PolicyDesk(world, clock.now);
  const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
  const days = ['2039-01-01', '2039-04-11', '2039-05-31', '2039-07-20', '2039-08-29'] as const;
  const [issued, moved, sold, agreed, canceled] = days;
  const asked = { action, plan: 'FULL_PAYMENT', effectiveDate: issued };
  const policyId = await desk.issueQuoted({ ...asked, intake: twoCars() });
  const contract = async () => {
    clock.seconds++;
    return (await expectSound(world.db, policyId, clock.now())).policyContract;
  };
  const endorse = async (effectiveDate: string, change: object) => {
    await contract();
    const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, ...change });
    await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
  };
  await endorse(moved, { intake: intakeOf({ 'client.state': 'OK' }) });
  await endorse(sold, { intakeLoopIterationIdsToDelete: [carIds.B] });
  await contract();
  clock.today = agreed;
  await desk.done('POLICY_ENDORSE', { policyId, premium: 50, effectiveDate: agreed });
  await desk.lookAfter(policyId);
  expect(await contract()).toMatchObject({
    // 50.00 for 165 days are 110.61 a year.
    premium: { amount: 570.61, agreed: { amount: 110.61, coverages: ['LIABILITY', 'COLLISION'] } },
  });
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: canceled });

  expect(await recorded(days)).toEqual(documented());
  const { premium } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
  expect(premium).toBe(sumOfAmounts(['723.00', '-154.92', '50.00', '-175.87']));
  const taxes = await LedgerLine.query(world.db).whereNot('charge_change', 0);
  expect(new Set(taxes.map(({ chargeType, authority }) => `${chargeType} ${authority}`))).toEqual(
    new Set(['PREMIUM_TAX State of Texas']),
  );
}, 60_000);
