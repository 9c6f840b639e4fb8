import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClockCopies } from '../../api/clocks/copy/service.js';
import { Policy } from '../../db/models/policy.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { lifeOf } from '../support/copied-book.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: ClockWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await aClockWorld(
    shopOfLives({
      cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
      renewal: { automatic: true, noticeDays: 90, quoteDays: 60 },
    }),
  );
  stopWorker = await world.startWorker();
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

it('advances copies as their originals, and deletes them with their clock', async () => {
  const { db, agency, catalog } = world;
  const copies = new ClockCopies({ db, catalog, now: () => new Date() });
  const [one, other] = [
    await world.aClock('2040-01-01T09:00:00.000Z'),
    await world.aClock('2040-02-15T09:00:00.000Z'),
  ];
  const late = await world.issue(one.id, { effectiveDate: '2040-01-01' });
  const paid = await world.issue(one.id, { effectiveDate: '2040-01-01', plan: 'FULL_PAYMENT' });
  await world.fire('PAYMENT_RECEIVED', { policyId: paid.id, amount: 1_260, reference: 'in full' });
  // The notice for non-payment is given; the policy is not canceled yet.
  await world.advance(one.id, '2040-01-20T09:00:00.000Z');
  expect((await world.policy(late.id)).cancellationNoticeOn).not.toBeNull();

  const made = await copies.copy(agency, other.id, { policyIds: [late.id, paid.id] });
  await world.advance(one.id, '2040-02-15T09:00:00.000Z');
  const end = '2041-02-01T09:00:00.000Z';
  await world.advance(one.id, end);
  await world.advance(other.id, end);

  const copyOf = (id: string) => made.copies.find((each) => each.originalPolicyId === id)?.policyId ?? '';
  expect(await world.policy(copyOf(paid.id))).toMatchObject({ termNumber: 2, clockId: other.id });
  const copied = await lifeOf(db, copyOf(paid.id));
  expect(copied).toEqual(await lifeOf(db, paid.id));
  expect(await world.fired(copyOf(late.id))).toContain('2040-02-15 POLICY_CANCELED COMPLETED');
  expect(
    (await world.fired(copyOf(late.id))).filter((each) => each.includes('PRE_CANCELLATION_ISSUED')),
  ).toEqual([]);
  const query = { page: 0, size: 20, with: undefined };
  // The second term of the other one is not paid, either.
  const { totals } = await copies.compare(agency, other.id, query);
  expect(totals).toMatchObject([
    { policies: 2, copy: { renewals: 1, lapsed: 2 }, base: { renewals: 1, lapsed: 2 } },
  ]);

  await world.clocks.delete(agency, other.id);
  expect(await Policy.query(db).findById(copyOf(paid.id))).toBeUndefined();
  expect(await db('clock_copies').where('clock_id', other.id)).toEqual([]);
  expect(await world.policy(paid.id)).toMatchObject({ termNumber: 2 });
}, 300_000);
