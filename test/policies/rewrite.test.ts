import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standingOfPolicy } from '../../db/billing/settle-account.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
const now = () => new Date('2039-03-01T08:00:00Z');
const plan = 'FULL_PAYMENT' as const;

beforeAll(async () => {
  world = await anEventWorld(shopOfLives({ paymentPlans: [{ plan }] }), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

/** A policy of 365.00 for the year 2039, and another quote of its client. */
async function aPolicy({ paid, from = '2039-07-02' }: { paid: number; from?: string }) {
  const policyId = await desk.issue({ revenue: 36_500, plan, effectiveDate: '2039-01-01' });
  if (paid > 0) await desk.done('PAYMENT_RECEIVED', { policyId, amount: paid, reference: 'check 1' });
  return { policyId, quoteId: await anotherQuote(policyId, { effectiveDate: from }) };
}

async function anotherQuote(policyId: string, changes: Partial<Quote>): Promise<string> {
  const { quoteId } = await policyOf(policyId);
  const row = await Quote.query(world.db).findById(quoteId).throwIfNotFound();
  const requestId = randomUUID();
  await Quote.query(world.db).insert({ ...row, requestId, ...changes });
  return requestId;
}

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound();
const paymentsOf = async (policyId: string) =>
  (await Payment.query(world.db).where('policy_id', policyId).orderBy('amount')).map(
    ({ amount, reference }) => `${amount} ${reference}`,
  );
const statementsOf = async (policyId: string) =>
  (await Statement.query(world.db).where('policy_id', policyId).orderBy('number')).map(
    ({ kind, amount, paidAmount }) => ({ kind, amount, paidAmount }),
  );

/** Pays everything that is billed; answers the amount. */
async function payAll(policyId: string): Promise<string> {
  const { balance } = await standingOfPolicy(world.db, policyId, '2039-03-01');
  await desk.done('PAYMENT_RECEIVED', { policyId, amount: Number(balance), reference: 'check' });
  return balance;
}

const newIdOf = (metadata: JsonObject) => (metadata.rewrittenTo as JsonObject).id as string;

describe('a policy is rewritten', () => {
  it('in the middle of its term, with what was paid for the rest of it', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0 });
    const total = await payAll(policyId);
    const metadata = await desk.done('POLICY_REWRITE', { policyId, quoteId, paymentPlan: plan });
    // 183 of 365 days are left from 2 July on.
    expect(metadata).toMatchObject({ policyId, returnedPremium: 183 });
    const credit = (await statementsOf(policyId)).find(({ kind }) => kind === 'CANCELLATION');
    const carried = Number(metadata.carriedOver).toFixed(2);
    // Premium and taxes.
    expect(credit?.amount).toBe(`-${carried}`);
    const newId = newIdOf(metadata);
    const [old, fresh] = [await policyOf(policyId), await policyOf(newId)];
    expect(old).toMatchObject({ cancelledOn: '2039-07-02', rewrittenTo: newId, premium: '182.00' });
    expect(fresh).toMatchObject({ effectiveDate: '2039-07-02', rewrittenFrom: policyId, quoteId });
    expect(await paymentsOf(policyId)).toEqual([`-${carried} rewrite:${policyId}`, `${total} check`]);
    expect(await paymentsOf(newId)).toEqual([`${carried} rewrite:${policyId}`]);
    expect(await statementsOf(newId)).toEqual([{ kind: 'INSTALMENT', amount: total, paidAmount: carried }]);
    expect((await standingOfPolicy(world.db, policyId, '2039-03-01')).balance).toBe('0.00');
    expect(await desk.refusal('POLICY_REINSTATE', { policyId })).toContain(`rewritten as policy ${newId}`);
  });

  it('from its first day, with all that was paid', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0, from: '2039-01-01' });
    const total = await payAll(policyId);
    const metadata = await desk.done('POLICY_REWRITE', { policyId, quoteId });
    expect(metadata).toMatchObject({ carriedOver: Number(total), policyState: 'SETTLED' });
    expect(await policyOf(newIdOf(metadata))).toMatchObject({ status: 'PAID' });
  });

  it('unpaid, and owes what was earned', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0 });
    const metadata = await desk.done('POLICY_REWRITE', { policyId, quoteId });
    expect(metadata).toMatchObject({ returnedPremium: 183, carriedOver: 0 });
    expect(await paymentsOf(policyId)).toEqual([]);
    expect(await paymentsOf(newIdOf(metadata))).toEqual([]);
  });

  it('once, where the action is repeated', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 365 });
    const accepted = await desk.accept('POLICY_REWRITE', { policyId, quoteId });
    const first = await desk.runDefaultAction(accepted);
    const again = await desk.runDefaultAction(accepted);
    expect(again.startsPolicyTerms).toEqual(first.startsPolicyTerms);
    expect(await paymentsOf(policyId)).toHaveLength(2);
  });

  it('once, where two rewrite it at the same time', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 365 });
    const other = await anotherQuote(policyId, { effectiveDate: '2039-08-01' });
    const outcomes = await Promise.all(
      [quoteId, other].map((id) => desk.fire('POLICY_REWRITE', { policyId, quoteId: id })),
    );
    expect(outcomes.filter((outcome) => 'metadata' in outcome)).toHaveLength(1);
    expect(JSON.stringify(outcomes)).toContain('the policy was canceled from');
    expect(await Policy.query(world.db).where('rewritten_from', policyId).resultSize()).toBe(1);
  });

  it('and a renewal that waits is released', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0 });
    await Policy.query(world.db).findById(policyId).patch({ renewalWaits: 'the premium rises' });
    const metadata = await desk.done('POLICY_REWRITE', { policyId, quoteId });
    expect(metadata).toMatchObject({ releasedRenewal: true });
    expect(await policyOf(policyId)).toMatchObject({ renewalWaits: null });
  });
});

describe('a rewrite is refused, and changes nothing,', () => {
  async function refusal(policyId: string, quoteId: string): Promise<string> {
    const before = await policyOf(policyId);
    const reason = await desk.refusal('POLICY_REWRITE', { policyId, quoteId });
    expect(await policyOf(policyId)).toEqual(before);
    return reason;
  }

  it('with a quote that was issued already', async () => {
    const { policyId } = await aPolicy({ paid: 0 });
    const { quoteId } = await policyOf(policyId);
    expect(await refusal(policyId, quoteId)).toContain('issued');
  });

  it('with a quote of another client', async () => {
    const { policyId } = await aPolicy({ paid: 0 });
    const { quoteId } = await aPolicy({ paid: 0 });
    expect(await refusal(policyId, quoteId)).toContain('of another client');
  });

  it('with a declined quote', async () => {
    const { policyId } = await aPolicy({ paid: 0 });
    const quoteId = await anotherQuote(policyId, { outcome: 'DECLINED', bindable: false });
    expect(await refusal(policyId, quoteId)).toMatch(/declined|bind/i);
  });

  it('with a quote of another insurer', async () => {
    const { policyId } = await aPolicy({ paid: 0 });
    const quoteId = await anotherQuote(policyId, {
      effectiveDate: '2039-07-02',
      quotingOrganizationId: world.agency.organizationId,
    });
    expect(await refusal(policyId, quoteId)).toContain('of another insurer');
  });

  it('from a day outside of the term', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0, from: '2040-02-01' });
    expect(await refusal(policyId, quoteId)).toContain('2040-02-01 is not within the term');
  });

  it('of a canceled policy', async () => {
    const { policyId, quoteId } = await aPolicy({ paid: 0 });
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-06-01' });
    expect(await refusal(policyId, quoteId)).toContain('the policy was canceled from 2039-06-01');
  });
});
