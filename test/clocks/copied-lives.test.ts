import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '../../db/models/clock.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { addDays } from '../../domain/ground/calendar.js';
import { aClock } from '../support/clock-factory.js';
import { copiesOf, firedAfter, lifeOf } from '../support/copied-book.js';
import { DeskClock } from '../support/desk-office.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { itemShop, itemsOf } from '../support/item-shop.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds } from '../support/shop-product.js';

const time = new DeskClock();
let world: EventWorld;
let desk: PolicyDesk;

beforeAll(async () => {
  const definition = itemShop(
    { automatic: true },
    {
      paymentPlans: [{ plan: 'FULL_PAYMENT' }, { plan: 'MONTHLY' }],
      billing: { lateFee: { amount: '15' }, nsfFee: { amount: '25' } },
      cancellation: { nonPayment: { graceDays: 5, noticeDays: 20 } },
    },
  );
  world = await anEventWorld(definition, { now: time.now });
  desk = new PolicyDesk(world, time.now);
});
afterAll(() => world?.close());

async function issue(plan: string): Promise<string> {
  const intake = {
    ...intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1', 'shop.limit': '200000' }),
    ...itemsOf([26_500]),
  };
  const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
  return desk.issueQuoted({ intake, action, plan, effectiveDate: time.today });
}

async function endorse(policyId: string, limit: string, effectiveDate: string): Promise<void> {
  const intake = intakeOf({ 'shop.limit': limit });
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

async function pay(policyId: string, reference: string): Promise<void> {
  const open = await Statement.query(world.db)
    .where({ policy_id: policyId })
    .whereIn('state', ['DUE', 'PAST_DUE']);
  const amount = open.reduce((sum, one) => sum + Number(one.amount) - Number(one.paidAmount), 0);
  if (amount > 0)
    await desk.done('PAYMENT_RECEIVED', { policyId, amount: Number(amount.toFixed(2)), reference });
}

const returned = (policyId: string, reference: string) =>
  desk.done('PAYMENT_REVERSED', { policyId, reference, reason: 'No funds' });

type Act = (policyId: string) => Promise<unknown>;

/** Lives policies on, from one day on which something is due to the next; `acts` are done to them on their days. */
async function live(
  policyIds: readonly string[],
  { until, clock, acts = {} }: { until: string; clock?: Clock; acts?: Record<string, Act> },
): Promise<void> {
  const next = new Map<string, string>();
  for (let day = time.today; day <= until; ) {
    time.today = day;
    await clock?.$query(world.db).patch({ businessTime: time.now() });
    for (const id of policyIds) {
      if ((next.get(id) ?? day) <= day) await desk.lookAfter(id);
      await acts[day]?.(id);
      if (acts[day] !== undefined) await desk.lookAfter(id);
      next.set(id, (await desk.lookOnce(id)).status?.next?.on ?? '9999-01-01');
    }
    const later = [...next.values(), ...Object.keys(acts), addDays(until, 1)].filter((each) => each > day);
    day = later.sort()[0]!;
  }
  time.today = until;
}

it('lives on as the original does: bills, notices, endorsements, cancellation, renewal', async () => {
  // One with a notice for non-payment pending, one whose renewal will be held, one that is canceled.
  const [late, renewing, ended] = [
    await issue('MONTHLY'),
    await issue('FULL_PAYMENT'),
    await issue('MONTHLY'),
  ];
  const originals = [late, renewing, ended];
  await pay(late, 'first');
  await pay(renewing, 'all of it');
  await live(originals, {
    until: '2039-03-06',
    acts: {
      '2039-02-01': async (id) => {
        if (id !== ended) await endorse(id, '300000', '2039-03-10');
        if (id !== ended) await pay(id, 'second');
      },
      '2039-02-20': async (id) => id === late && returned(id, 'second'),
    },
  });
  const policy = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
  expect((await policy(late)).cancellationNoticeOn).not.toBeNull();

  const clock = await aClock(world.db, {
    organizationId: world.carrier.organizationId,
    businessTime: time.now(),
  });
  const before = await Promise.all(originals.map((id) => lifeOf(world.db, id)));
  const copies = await copiesOf(world.db, clock, originals);
  const copyOf = (id: string) => copies.get(id) ?? '';
  for (const [index, id] of originals.entries()) {
    expect(await lifeOf(world.db, copyOf(id))).toEqual(before[index]);
    expect(await lifeOf(world.db, id)).toEqual(before[index]);
  }
  const copied = time.now();

  const to =
    (original: string, act: Act): Act =>
    async (id) =>
      (id === original || id === copyOf(original)) && act(id);
  const firsts = ['05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2039-${month}-01`);
  await live(
    originals.flatMap((id) => [id, copyOf(id)]),
    {
      until: '2040-02-15',
      clock,
      acts: {
        '2039-03-10': to(late, (id) => pay(id, 'late')),
        '2039-04-05': to(late, (id) => returned(id, 'late')),
        '2039-04-15': to(late, (id) => pay(id, 'at last')),
        '2039-08-05': to(late, (id) => endorse(id, '250000', '2039-08-10')),
        ...Object.fromEntries(firsts.map((day) => [day, to(late, (id) => pay(id, `paid ${day}`))])),
        '2039-12-20': to(renewing, async (id) => {
          await endorse(id, '310000', '2039-12-22');
          await pay(id, 'the rest');
        }),
      },
    },
  );
  for (const id of originals) {
    expect(await lifeOf(world.db, copyOf(id))).toEqual(await lifeOf(world.db, id));
    expect(await firedAfter(world.db, copyOf(id), copied)).toEqual(await firedAfter(world.db, id, copied));
  }
  expect(await policy(copyOf(renewing))).toMatchObject({ termNumber: 2, clockId: clock.id });
  expect(await policy(copyOf(late))).toMatchObject({ termNumber: 2 });
  expect((await policy(copyOf(ended))).cancelledOn).not.toBeNull();
}, 600_000);
