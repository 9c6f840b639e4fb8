import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conflict } from '../../api/errors/app-error.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

const id = (digit: number) => `0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f10${digit}0`;
const [notPaid, risk, rewritten, requested] = [id(1), id(2), id(3), id(4)];

let lives: PolicyLives;

/** Days of notice by state need the question of the state. */
function asksState(shop: ProductDefinition): ProductDefinition {
  const [section] = shop.product.display!.sections;
  const question = { qid: 'client.state', question: 'State', answerType: 'TEXT' };
  const [first, ...others] = section!.subsections;
  const subsections = [{ ...first!, questions: [...first!.questions, question] }, ...others];
  return productDefinition.parse({
    ...shop,
    product: {
      ...shop.product,
      display: { ...shop.product.display, sections: [{ ...section, subsections }] },
    },
  });
}

beforeAll(async () => {
  const method = 'PRO_RATA' as const;
  lives = await policyLives(
    asksState(
      shopOfLives({
        cancellation: {
          reasons: [
            { configId: notPaid, code: 'NP', title: 'Premium not paid', ground: 'NON_PAYMENT', method },
            { configId: risk, code: 'UW', title: 'The risk has changed', ground: 'UNDERWRITING', method },
            { configId: requested, title: 'Requested', ground: 'INSURED_REQUEST', method },
            { configId: rewritten, title: 'Rewritten', ground: 'UNDERWRITING', method, noticeDays: 0 },
          ],
          notice: {
            stateQuestion: 'client.state',
            days: {
              NON_PAYMENT: { days: 10, states: { NY: 20 } },
              UNDERWRITING: { days: 30, states: { IL: 60 } },
            },
          },
          nonPayment: { graceDays: 10, noticeDays: 15 },
        },
      }),
    ),
  );
});

afterAll(async () => {
  await lives?.close();
});

async function issue(state: string, day: string, plan = 'FULL_PAYMENT'): Promise<string> {
  lives.setDay(day);
  const intake = intakeOf({
    'client.name': 'Corner Shop',
    'client.address1': '1 Main Street',
    'client.city': 'Troy',
    'client.state': state,
    'client.zipcode': '12180',
    'shop.revenue': '120000',
  });
  const { metadata } = await lives.events.fire(
    lives.agency,
    aFire({ forceSync: true, eventTargets: [shopIds.standard], payload: { effectiveDate: day, intake } }),
  );
  const [{ requestId, clientId }] = metadata.quotes as [QuoteObject];
  const { POLICY_CREATE } = await lives.fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [requestId], paymentRequired: false },
    paymentPlans: { [requestId]: plan },
  });
  return (POLICY_CREATE as unknown as { policies: [{ id: string }] }).policies[0].id;
}

const recorded = async (policyId: string, type: string) =>
  PolicyEvent.query(lives.db).where({ policy_id: policyId, type }).orderBy('created_at', 'desc').first();

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: Conflict) => thrown,
  );
  return error?.message ?? 'done';
}

describe('an automatic notice for non-payment', () => {
  it('gives the days of the state, the reason, the amount and the last day to pay, and records its mailing', async () => {
    const policyId = await issue('NY', '2040-01-01');
    await lives.goTo(policyId, '2040-01-11');
    expect(await lives.policy(policyId)).toMatchObject({ cancellationNoticeOn: '2040-01-31' });
    const notice = await recorded(policyId, 'CANCELLATION_NOTICE');
    expect(notice).toMatchObject({
      description: 'Canceled from January 31, 2040 unless $1,260.00 is paid by January 30, 2040',
      data: {
        reason: 'Premium not paid',
        reasonCode: 'NP',
        ground: 'NON_PAYMENT',
        amountDue: '1260.00',
        payBy: '2040-01-30',
        mailedTo: 'Corner Shop',
        mailedAddress: '1 Main Street, Troy, NY 12180',
        mailedOn: '2040-01-11',
        mailedBy: 'First-class mail',
      },
    });
    await lives.goTo(policyId, '2040-01-31');
    const cancelled = await recorded(policyId, 'POLICY_CANCELED');
    expect(cancelled?.data).toMatchObject({ reason: 'Premium not paid' });
  });

  it('is withdrawn by the amount that it asks for, also where another installment is past due by then', async () => {
    const policyId = await issue('NY', '2040-03-01', 'MONTHLY');
    await lives.goTo(policyId, '2040-03-11');
    const { amountDue } = (await recorded(policyId, 'CANCELLATION_NOTICE'))?.data ?? {};
    lives.setDay('2040-03-20');
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: Number(amountDue), reference: 'R1' });
    await lives.goTo(policyId, '2040-03-20');
    expect(await lives.policy(policyId)).toMatchObject({ cancellationNoticeOn: null });
  });
});

describe('the days of notice', () => {
  const notice = (policyId: string, effectiveDate: string, configId?: string) =>
    lives.fire(
      'PRE_POLICY_CANCELLATION',
      { policyId, effectiveDate, ...(configId && { configId }) },
      lives.carrier,
    );
  const cancel = (policyId: string, effectiveDate: string, cancellationReasonConfigId?: string) =>
    lives.fire(
      'POLICY_CANCEL',
      { policyId, effectiveDate, ...(cancellationReasonConfigId && { cancellationReasonConfigId }) },
      lives.carrier,
    );

  it('are at least those of the state and ground, and a refusal names the earliest day', async () => {
    const policyId = await issue('IL', '2040-05-01');
    const earliest =
      'The risk has changed: the policy can be canceled from 2040-06-30 at the earliest, after 60 days of notice in IL';
    expect(await refusal(notice(policyId, '2040-06-29', risk))).toBe(earliest);
    expect(await refusal(cancel(policyId, '2040-06-29', risk))).toBe(earliest);
    // A notice without a reason is the insurer's.
    expect(await refusal(notice(policyId, '2040-06-29'))).toMatch(/from 2040-06-30/);
    expect(await lives.policy(policyId)).toMatchObject({ cancellationNoticeOn: null, cancelledOn: null });
    await notice(policyId, '2040-06-30', risk);
    lives.setDay('2040-06-15');
    expect(await refusal(cancel(policyId, '2040-06-29', risk))).toMatch(/from 2040-08-14/);
    await cancel(policyId, '2040-06-30', risk);
    expect(await recorded(policyId, 'POLICY_CANCELED')).toMatchObject({
      data: { reason: 'The risk has changed', reasonCode: 'UW', mailedOn: '2040-06-15' },
    });
  });

  it('are none for a rewrite, nor at the request of the insured', async () => {
    const policyId = await issue('TX', '2040-08-01');
    expect(await refusal(cancel(policyId, '2040-08-02', risk))).toMatch(/after 30 days of notice in TX/);
    await cancel(policyId, '2040-08-02', rewritten);
    expect((await recorded(policyId, 'POLICY_CANCELED'))?.data.reason).toBe('Rewritten');
    const other = await issue('TX', '2040-08-01');
    await lives.fire('POLICY_CANCEL', { policyId: other, effectiveDate: '2040-08-01', label: 'Shop sold' });
    expect((await recorded(other, 'POLICY_CANCELED'))?.data.reason).toBe('Shop sold');
  });

  it('are those of the insurer where the insurer cancels without a reason, and of the insured where the agency does', async () => {
    const policyId = await issue('IL', '2041-01-01');
    expect(await refusal(cancel(policyId, '2041-01-02'))).toBe(
      'Underwriting: the policy can be canceled from 2041-03-02 at the earliest, after 60 days of notice in IL. ' +
        `If the insured has asked for it, name the reason: ${requested} (Requested)`,
    );
    expect(await lives.policy(policyId)).toMatchObject({ cancelledOn: null, policyState: 'ACTIVE' });
    await lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2041-01-02', label: 'Shop sold' });
    expect((await recorded(policyId, 'POLICY_CANCELED'))?.data).toMatchObject({ ground: 'INSURED_REQUEST' });

    const other = await issue('IL', '2041-01-01');
    await cancel(other, '2041-01-02', requested);
    const third = await issue('IL', '2041-01-01');
    await cancel(third, '2041-03-02');
    expect((await recorded(third, 'POLICY_CANCELED'))?.data).toMatchObject({ ground: 'UNDERWRITING' });
  });

  it('were given by a notice without a reason, whose cancellation is on its ground', async () => {
    const policyId = await issue('TX', '2041-04-01');
    await notice(policyId, '2041-05-01');
    await lives.goTo(policyId, '2041-05-01');
    expect(await recorded(policyId, 'POLICY_CANCELED')).toMatchObject({ data: { ground: 'UNDERWRITING' } });
  });

  it('do not make a notice for non-payment to somebody who owes nothing', async () => {
    const policyId = await issue('TX', '2040-09-01');
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 1_260, reference: 'ALL' });
    expect(await refusal(notice(policyId, '2040-10-01', notPaid))).toMatch(/no statement is due/);
  });
});
