import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { paymentObject } from '../../api/policies/payments/payment-object.js';
import { readPayments } from '../../db/billing/read-payments.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { recordOwnPolicyEvent } from '../../db/policy-changes/record-change.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld();
});
afterAll(() => world?.close());

const receive = (payload: JsonObject) => world.fire('PAYMENT_RECEIVED', payload);
const paymentsOf = async (policyId: string) =>
  (await readPayments(world.db, policyId, { page: 0, size: 20 })).payments.map((payment) =>
    paymentObject(payment, new BusinessTime(new Date())),
  );
const eventsOf = (policyId: string) =>
  PolicyEvent.query(world.db).where('policy_id', policyId).orderBy(['created_at', 'id']);
const authorOf = ({ kind, organizationId, organizationName, name }: BillingWorld['agency']) => ({
  ...{ kind, organizationId, organizationName, name },
});

describe('a receipt', () => {
  it('keeps what was reported, the statements it was applied to, and who recorded it', async () => {
    const policy = await world.bind(await world.aQuote(), 'MONTHLY');
    await receive({
      ...{ policyId: policy.id, amount: 400.5, reference: 'check 1044', paymentMethod: 'CHECK' },
      ...{ payer: 'Corner Shop', paymentDate: '2026-01-15', description: 'First installment' },
    });
    const [payment, ...others] = await paymentsOf(policy.id);
    expect(others).toEqual([]);
    expect(payment).toEqual({
      id: expect.any(String),
      kind: 'RECEIPT',
      amount: 400.5,
      paymentDate: '2026-01-15',
      receivedTimestamp: expect.stringMatching(/Z$/),
      paymentMethod: 'CHECK',
      paymentProcessor: 'OFFLINE',
      reference: 'check 1044',
      payer: 'Corner Shop',
      description: 'First installment',
      reversedPaymentId: null,
      statements: [
        expect.objectContaining({ number: 1, termNumber: 1, amount: 360 }),
        expect.objectContaining({ number: 2, termNumber: 1, amount: 40.5 }),
      ],
      unappliedAmount: 0,
      triggerRequestId: expect.any(String),
      createdBy: expect.objectContaining(authorOf(world.agency)),
      version: expect.any(Number),
      updatedTimestamp: expect.any(String),
    });
    expect((await eventsOf(policy.id)).at(-1)).toMatchObject({
      type: 'PAYMENT_RECEIVED',
      description: 'First installment',
      effectiveDate: '2026-01-15',
      triggerRequestId: payment!.triggerRequestId,
      createdBy: authorOf(world.agency),
      data: {
        ...{ amount: 400.5, paymentProcessor: 'OFFLINE', paymentIdentifier: 'check 1044' },
        ...{ paymentMethod: 'CHECK', payer: 'Corner Shop', paymentDate: '2026-01-15' },
      },
    });
  });

  it('made before the policy was issued is listed with it, by whom it was recorded', async () => {
    const quote = await world.aQuote();
    const id = randomUUID();
    const setUp = { clientId: quote.clientId, quoteIds: [quote.requestId] };
    await world.fire('PAYMENT_SETUP', setUp, world.agency, { triggerRequestId: id });
    await receive({ paymentTriggerRequestId: id, payer: 'Corner Shop', paymentMethod: 'WIRE' });
    const policy = await world.bind(quote);
    expect(await paymentsOf(policy.id)).toMatchObject([
      { kind: 'RECEIPT', amount: 1260, payer: 'Corner Shop', paymentMethod: 'WIRE', unappliedAmount: 0 },
    ]);
    const types = (await eventsOf(policy.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'PAYMENT_RECEIVED')).toHaveLength(1);
  });

  it('is listed once, however often it is reported; so is a refund', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    for (const _ of [1, 2]) await receive({ policyId, amount: 1300, reference: 'in' });
    for (const _ of [1, 2]) await receive({ policyId, amount: 15, reference: 'out', isRefund: true });
    await world.fire('PAYMENT_REFUND', { policyId, reason: 'Paid twice' }, world.carrier);
    const payments = await paymentsOf(policyId);
    expect(payments.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'REFUND -25',
      'REFUND -15',
      'RECEIPT 1300',
    ]);
    expect(payments[0]).toMatchObject({
      description: 'Paid twice',
      createdBy: authorOf(world.carrier),
    });
    expect(payments.reduce((sum, { unappliedAmount }) => sum + unappliedAmount, 0)).toBe(0);
    const types = (await eventsOf(policyId)).map(({ type }) => type);
    expect(types).toEqual(['POLICY_ISSUED', 'PAYMENT_RECEIVED', 'PAYMENT_REFUND', 'PAYMENT_REFUND']);
  });

  it('is refused with a date in the future, or an unknown method, and nothing is kept', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    const payment = { policyId, amount: 1, reference: 'x' };
    await expect(receive({ ...payment, paymentDate: '2199-01-01' })).rejects.toMatchObject({
      status: 409,
      errors: [{ field: 'payload.paymentDate', detail: 'the payment date must not be in the future' }],
    });
    await expect(receive({ ...payment, paymentMethod: 'BARTER' })).rejects.toThrow(
      'must be one of ACH, CARD, CASH, CHECK, FINANCE, WIRE, OTHER',
    );
    expect(await paymentsOf(policyId)).toEqual([]);
  });
});

describe('an author', () => {
  it('is named with every event, change and ledger line of a policy', async () => {
    const quote = await world.aQuote();
    const { id: policyId } = await world.bind(quote);
    const day = { effectiveDate: '2027-03-01', policyId };
    await world.fire('POLICY_ENDORSE', { ...day, premium: 12 }, world.carrier);
    await world.fire('PRE_POLICY_CANCELLATION', { ...day, effectiveDate: '2027-06-01' });
    await world.fire('POLICY_CANCEL', { ...day, effectiveDate: '2027-06-01' }, world.carrier);
    await world.fire('POLICY_REINSTATE', { policyId });
    const byKind = (await PolicyChange.query(world.db).where('policy_id', policyId).orderBy('seq')).map(
      ({ kind, createdBy }) => [kind, createdBy?.organizationId],
    );
    expect(byKind).toEqual([
      ['ISSUE', world.agency.organizationId],
      ['ENDORSE', world.carrier.organizationId],
      ['CANCEL', world.carrier.organizationId],
      ['REINSTATE', world.agency.organizationId],
    ]);
    const events = await eventsOf(policyId);
    expect(events.map(({ type, createdBy }) => [type, createdBy?.organizationId])).toEqual([
      ['POLICY_ISSUED', world.agency.organizationId],
      ['ENDORSEMENT_ISSUED', world.carrier.organizationId],
      ['CANCELLATION_NOTICE', world.agency.organizationId],
      ['POLICY_CANCELED', world.carrier.organizationId],
      ['POLICY_REINSTATED', world.agency.organizationId],
    ]);
    const lines = await LedgerLine.query(world.db).where('policy_id', policyId);
    expect(lines.filter(({ createdBy }) => typeof createdBy?.kind !== 'string')).toEqual([]);
    expect(new Set(lines.map(({ createdBy }) => createdBy?.organizationId)).size).toBe(2);
  });

  it('is the service for what it records itself', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    const own = randomUUID();
    await recordOwnPolicyEvent(world.db, policyId, { type: 'NOTE', now: new Date(), id: own });
    const created = new Map((await eventsOf(policyId)).map(({ id, createdBy }) => [id, createdBy]));
    expect(created.get(own)).toEqual(theService);
  });

  it("is named with the policyholder's response", async () => {
    const { requestId: quoteId, clientId } = await world.aQuote();
    const decisionTimestamp = '2026-01-01T00:00:00Z';
    const acceptanceResponse = { isApproved: true, responseSource: 'POLICYHOLDER', decisionTimestamp };
    await world.fire('POLICYHOLDER_QUOTE_ACCEPTED', { quoteId, clientId, acceptanceResponse });
    expect((await Quote.query(world.db).findById(quoteId))?.policyholderResponse).toMatchObject({
      createdBy: authorOf(world.agency),
    });
  });
});

describe('a recorded event', () => {
  it('keeps what a claim or a changed limit was reported with, further fields too', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    const claim = { claimNumber: 'CL-1', lossDate: '2027-01-30', amount: 18000 };
    const description = 'Burst pipe';
    await world.fire('CLAIM_NOTIFICATION', { policyId, description, ...claim, adjuster: 'Tom Hill' });
    const limits = { coverage: 'General liability', previousLimit: 1e6, newLimit: 2e6 };
    await world.fire('POLICY_LIMIT_CHANGED', { policyId, effectiveDate: '2027-03-01', ...limits });
    await world.fire('POLICY_EVENT_RECORD', { policyId, type: 'NOTE', clientId: 'x', intake: { a: 1 } });
    expect((await eventsOf(policyId)).slice(1)).toMatchObject([
      { type: 'CLAIM_NOTIFICATION', description, data: { ...claim, details: { adjuster: 'Tom Hill' } } },
      { type: 'POLICY_LIMIT_CHANGED', effectiveDate: '2027-03-01', data: limits },
      { type: 'NOTE', data: { details: { clientId: 'x', intake: { a: 1 } } } },
    ]);
  });

  it('has no type that only the service records, except the one of the contract', async () => {
    const { id: policyId } = await world.bind(await world.aQuote());
    const record = (type: string) => world.fire('POLICY_EVENT_RECORD', { policyId, type });
    for (const type of ['POLICY_CANCELED', 'PAYMENT_RECEIVED', 'CANCELLATION_NOTICE', 'CLAIM_NOTIFICATION'])
      await expect(record(type)).rejects.toThrow(ZodError);
    await world.fire('POLICY_EVENT_RECORD', { policyId, type: 'ENDORSEMENT_ISSUED' }, world.carrier);
    await record('SITE_VISIT');
    expect((await eventsOf(policyId)).map(({ type }) => type)).toEqual([
      'POLICY_ISSUED',
      'ENDORSEMENT_ISSUED',
      'SITE_VISIT',
    ]);
  });
});
