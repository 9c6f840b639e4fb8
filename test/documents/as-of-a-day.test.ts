import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Policy } from '../../db/models/policy.js';
import { formSource } from '../../documents/making/form-source.js';
import { readSubject } from '../../documents/making/read-subject.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let today: string;
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const settings = {
    paymentPlans: [{ plan: 'MONTHLY' as const, instalments: 6, dueDays: 10 }],
    renewal: { offered: false },
    cancellation: { nonPayment: { graceDays: 5, noticeDays: 20 } },
  };
  world = await anEventWorld(shopOfLives(settings), { now });
  desk = new PolicyDesk(world, now);
});
beforeEach(() => {
  today = '2039-01-01';
});
afterAll(() => world?.close());

/** A year from 2039-01-01 for 365.00 and a tax of 18.25, in six installments. */
const issue = () => desk.issue({ revenue: 36_500, plan: 'MONTHLY', effectiveDate: today });

async function goTo(policyId: string, day: string): Promise<void> {
  today = day;
  await desk.lookAfter(policyId);
}

async function endorse(policyId: string, effectiveDate: string, answers: Record<string, string>) {
  const intake = intakeOf(answers);
  const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

/** What a form made today can show of the policy, as of a day. */
async function shown(policyId: string, on = today) {
  const { db, catalog, agency, definition, versionId } = world;
  const productId = definition.product.id;
  const { clientId } = await Policy.query(db).findById(policyId).throwIfNotFound();
  const subject = await readSubject(
    db,
    agency.organizationId,
    productId,
    { clientId, policyId },
    { on, now: new BusinessTime(now()) },
  );
  const [product, version] = [await catalog.product(productId), await catalog.version(versionId)];
  const source = formSource(subject, {
    organizationId: agency.organizationId,
    now: new BusinessTime(now()),
    product: product!,
    version: version!,
  });
  const { policy, quote, change } = source.data.records as { [name: string]: JsonObject };
  return { policy, quote, change, answers: source.data.answers };
}

describe('a document as of an earlier day', () => {
  it('shows what one made on that day showed, whatever was recorded and paid since', async () => {
    const policyId = await issue();
    const then = new Map<string, Awaited<ReturnType<typeof shown>>>();
    const on = async (day: string, work?: () => Promise<unknown>) => {
      await goTo(policyId, day);
      await work?.();
      await desk.lookAfter(policyId);
      then.set(day, await shown(policyId));
    };
    await on('2039-01-01');
    await on('2039-01-05', () => desk.done('PAYMENT_RECEIVED', { policyId, amount: 70, reference: '1' }));
    await on('2039-02-01', () =>
      endorse(policyId, '2039-04-01', { 'shop.revenue': '73000', 'client.name': 'Grand Market' }),
    );
    await on('2039-02-12');
    await on('2039-02-17');
    await on('2039-02-20', () => desk.done('PAYMENT_RECEIVED', { policyId, amount: 400, reference: '2' }));
    await on('2039-04-02');
    await on('2039-05-10', () =>
      desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-06-01', label: 'Sold' }),
    );
    await on('2039-06-01');
    await on('2039-06-20', () => desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-06-20' }));
    await on('2039-08-01', () => desk.done('PAYMENT_RECEIVED', { policyId, amount: 80, reference: '3' }));
    for (const [day, before] of then)
      expect({ day, ...(await shown(policyId, day)) }).toEqual({ day, ...before });
    expect(then.get('2039-02-17')?.policy).toMatchObject({ cancellationNoticeOn: '2039-02-21' });
    expect(then.get('2039-06-20')?.policy).toMatchObject({
      reinstatement: { effectiveDate: '2039-06-20', cancelledOn: '2039-06-01' },
    });
    expect(then.get('2039-06-01')?.policy).toMatchObject({ reinstatement: null });
    expect(then.get('2039-05-10')?.policy).toMatchObject({ cancelledOn: '2039-06-01' });
  });

  it('shows a back-dated change that was in effect on the day', async () => {
    const policyId = await issue();
    await goTo(policyId, '2039-03-01');
    await endorse(policyId, '2039-02-01', { 'client.name': 'Grand Market' });
    expect((await shown(policyId, '2039-01-31')).policy).toMatchObject({ insuredName: 'Corner Shop' });
    expect((await shown(policyId, '2039-02-01')).policy).toMatchObject({ insuredName: 'Grand Market' });
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-02-10', label: 'Sold' });
    expect((await shown(policyId, '2039-02-09')).policy).toMatchObject({
      cancelledOn: null,
      cancellation: null,
    });
    expect((await shown(policyId, '2039-02-10')).policy).toMatchObject({
      cancelledOn: '2039-02-10',
      cancellation: { reason: 'Sold' },
    });
  });
});

it('shows the lapse before a reinstatement, and the periods of the term without it', async () => {
  const policyId = await issue();
  await goTo(policyId, '2039-03-01');
  await desk.done('POLICY_CANCEL', { policyId, effectiveDate: today, label: 'Business closed' });
  await goTo(policyId, '2039-03-11');
  await desk.done('POLICY_REINSTATE', { policyId, effectiveDate: '2039-03-22' });
  const lapses = [{ from: '2039-03-01', until: '2039-03-22', reason: 'Business closed' }];
  const periods = [
    { from: '2039-01-01', until: '2039-03-01' },
    { from: '2039-03-22', until: '2040-01-01' },
  ];
  expect((await shown(policyId)).policy).toMatchObject({ lapses, periods, state: 'INACTIVE_UNSETTLED' });
  await goTo(policyId, '2039-03-22');
  expect((await shown(policyId)).policy).toMatchObject({ lapses, periods, state: 'ACTIVE' });
  expect((await shown(policyId, '2039-03-05')).policy).toMatchObject({ state: 'INACTIVE_UNSETTLED' });
});
