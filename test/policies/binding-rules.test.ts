import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conflict } from '../../api/errors/app-error.js';
import type { Caller } from '../../api/http/caller.js';
import { Policy } from '../../db/models/policy.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

let lives: PolicyLives;

beforeAll(async () => {
  const paymentPlans = [{ plan: 'FULL_PAYMENT' as const, dueDays: 7 }, { plan: 'FINANCE' as const }];
  const days = (issuer: number, seller: number) => ({ issuer, seller });
  const binding = { backDays: days(30, 0), aheadDays: days(180, 120) };
  lives = await policyLives(shopOfLives({ paymentPlans, binding, billing: { lateFee: { amount: 10 } } }));
});

afterAll(async () => {
  await lives?.close();
});

async function quote(effectiveDate: string, caller: Caller = lives.agency): Promise<QuoteObject> {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000' });
  const { metadata } = await lives.events.fire(
    caller,
    aFire({ forceSync: true, eventTargets: [shopIds.standard], payload: { effectiveDate, intake } }),
  );
  return (metadata.quotes as [QuoteObject])[0];
}

const bind = (
  { clientId, requestId }: QuoteObject,
  {
    plan = 'FULL_PAYMENT',
    by = lives.agency,
    ...more
  }: { plan?: string; by?: Caller; paymentRequired?: boolean } = {},
) =>
  lives.fire(
    'POLICY_CREATE',
    { clientId, quoteIds: [requestId], paymentPlans: { [requestId]: plan }, ...more },
    by,
  );

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: Conflict) => thrown,
  );
  return error?.message ?? 'done';
}
const read = ({ requestId }: QuoteObject, by: Caller) =>
  lives.quotes.one(by, requestId, { includeRawData: false });
const policyOf = ({ requestId }: QuoteObject) => Policy.query(lives.db).findOne({ quote_id: requestId });

describe('an effective date', () => {
  it.each([
    ['2031-01-01', /2031-01-01 is too early: the seller can bind from 2040-01-01/],
    ['2199-01-01', /2199-01-01 is too late: the seller can bind until 2040-04-30/],
  ])('of %s is quoted, but neither bindable nor issued', async (date, message) => {
    lives.setDay('2040-01-01');
    const quoted = await quote(date);
    expect(quoted).toMatchObject({ bindable: false, type: 'QUOTE' });
    expect(quoted.messages).toMatchObject([
      { code: 'EFFECTIVE_DATE_NOT_BINDABLE', message: expect.stringMatching(message) },
    ]);
    expect(await refusal(bind(quoted, { paymentRequired: false }))).toMatch(message);
    expect(await policyOf(quoted)).toBeUndefined();
  });

  it('that is too early for the seller can be bound by the issuer', async () => {
    lives.setDay('2040-01-20');
    const quoted = await quote('2040-01-10');
    expect(quoted.bindable).toBe(false);
    expect(await refusal(bind(quoted, { paymentRequired: false }))).toMatch(/too early: the seller/);
    expect(await read(quoted, lives.carrier)).toMatchObject({ bindable: true, messages: [] });
    await bind(quoted, { paymentRequired: false, by: lives.carrier });
    expect(await policyOf(quoted)).toMatchObject({ policyState: 'ACTIVE', effectiveDate: '2040-01-10' });
  });

  it('that was in time has to be in time at the binding, too', async () => {
    lives.setDay('2040-02-01');
    const quoted = await quote('2040-02-01');
    expect(quoted.bindable).toBe(true);
    lives.setDay('2040-02-03');
    expect(await read(quoted, lives.agency)).toMatchObject({
      bindable: false,
      messages: [{ code: 'EFFECTIVE_DATE_NOT_BINDABLE' }],
    });
    expect(await refusal(bind(quoted, { paymentRequired: false }))).toMatch(/too early: the seller/);
  });
});

describe('a back-dated policy', () => {
  it('has its days to pay from the day of issue, with neither fee nor notice before', async () => {
    lives.setDay('2040-02-20');
    const quoted = await quote('2040-01-25', lives.carrier);
    const { paymentOptions } = await lives.fire(
      'PAYMENT_SETUP',
      { clientId: quoted.clientId, quoteIds: [quoted.requestId] },
      lives.carrier,
    );
    expect(paymentOptions).toMatchObject({
      [quoted.requestId]: { FULL_PAYMENT: { instalments: [{ dueDate: '2040-02-27' }] } },
    });
    await bind(quoted, { paymentRequired: false, by: lives.carrier });
    const { id } = (await policyOf(quoted))!;
    await lives.goTo(id, '2040-02-27');
    expect(await lives.statements(id)).toMatchObject([
      { dueDate: '2040-02-27', state: 'DUE', data: { billingDate: '2040-02-20' } },
    ]);
    expect(await lives.policy(id)).toMatchObject({ policyState: 'ACTIVE', cancellationNoticeOn: null });
    await lives.goTo(id, '2040-02-28');
    expect((await lives.statements(id)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'INSTALMENT PAST_DUE',
      'LATE_FEE DUE',
    ]);
  });
});

describe('payment before issue', () => {
  it('is required by an event that says so, also by invoice', async () => {
    lives.setDay('2040-03-01');
    const quoted = await quote('2040-03-01');
    expect(await refusal(bind(quoted, { paymentRequired: true }))).toMatch(
      /1260.00 USD must be paid before the quote is bound; 0.00 has been paid/,
    );
    expect(await policyOf(quoted)).toBeUndefined();
    const setup = await lives.fire('PAYMENT_SETUP', {
      clientId: quoted.clientId,
      quoteIds: [quoted.requestId],
    });
    const { paymentTriggerRequestId } = setup.PAYMENT_SETUP as { paymentTriggerRequestId: string };
    await lives.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId });
    await bind(quoted, { paymentRequired: true });
    expect(await policyOf(quoted)).toMatchObject({ policyState: 'ACTIVE', status: 'PAID' });
  });
});

describe('a policy that waits for its finance company', () => {
  const financed = async (day: string) => {
    lives.setDay(day);
    const quoted = await quote(day);
    await bind(quoted, { plan: 'FINANCE' });
    const { id } = (await policyOf(quoted))!;
    return id;
  };

  it('is confirmed by four fifths of what it costs, not by a cent', async () => {
    const policyId = await financed('2040-04-01');
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 0.01, reference: 'A' });
    expect(await lives.policy(policyId)).toMatchObject({ policyState: 'PENDING_FINANCE_CONFIRMATION' });
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 1_007.99, reference: 'B' });
    expect(await lives.policy(policyId)).toMatchObject({ policyState: 'ACTIVE', status: 'UNDERPAID' });
  });

  it('is voided from its first day when its time is over, with its ledger reversed and the event told', async () => {
    const policyId = await financed('2040-05-01');
    expect(await lives.goTo(policyId, '2040-05-31')).toMatchObject({
      policyState: 'PENDING_FINANCE_CONFIRMATION',
      next: { kind: 'VOID_UNFINANCED', on: '2040-06-01' },
    });
    await lives.goTo(policyId, '2040-06-01');
    expect(await lives.policy(policyId)).toMatchObject({
      policyState: 'SETTLED',
      cancelledOn: '2040-05-01',
      premium: '0.00',
    });
    const journal = await lives.journal(policyId);
    expect(journal.reduce((sum, { premiumChange }) => sum + Number(premiumChange), 0)).toBe(0);
    expect(await lives.happenings(policyId)).toContain('POLICY_CANCELED');
    expect(await lives.fired(policyId)).toEqual(
      expect.arrayContaining(['POLICY_CANCEL COMPLETED', 'POLICY_CANCELED COMPLETED']),
    );
  });

  it('can be canceled from its first day only, before it begins, too', async () => {
    lives.setDay('2040-07-01');
    const quoted = await quote('2040-08-01');
    await bind(quoted, { plan: 'FINANCE' });
    const { id: policyId } = (await policyOf(quoted))!;
    expect(await refusal(lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-08-15' }))).toMatch(
      /only be canceled from its first day, 2040-08-01/,
    );
    await lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-08-01' });
    expect(await lives.policy(policyId)).toMatchObject({ policyState: 'SETTLED', premium: '0.00' });
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 1_260, reference: 'LATE' });
    expect(await lives.policy(policyId)).toMatchObject({ policyState: 'INACTIVE_UNSETTLED' });
    expect(await refusal(lives.fire('POLICY_REINSTATE', { policyId }))).toMatch(/was voided while it waited/);
  });
});
