import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Payment } from '../../db/models/payment.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { EventType } from '../../domain/events/catalog.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld({
    billing: { nsfFee: { amount: 25 }, dueDateDays: 30 },
    now: () => new Date('2027-01-05T08:00:00Z'),
  });
});
afterAll(() => world?.close());

interface Given {
  policyId: string;
  clientId: string;
  quoteId: string;
  statementId: string;
}

/** An event with what comes before it, and its answer when it is fired again with another id. */
interface Twice {
  type: EventType;
  before?: (given: Given) => Promise<object | undefined>;
  payload: (given: Given, before: object | undefined) => object;
  again: object | RegExp;
}

const received = { amount: 400, reference: 'check 1' };
const receive = async ({ policyId }: Given) => world.fire('PAYMENT_RECEIVED', { policyId, ...received });
const overpay = ({ policyId }: Given) =>
  world.fire('PAYMENT_RECEIVED', { policyId, amount: 1300, reference: 'check 1' });
const cancel = ({ policyId }: Given) =>
  world.fire('POLICY_CANCEL', { policyId, effectiveDate: '2027-01-20' });
const collect = async ({ policyId, clientId }: Given) =>
  (await world.fire('PAYMENT_COLLECT_SETUP', { policyId, clientId, totalAmount: 40_000 }))
    .PAYMENT_COLLECT_SETUP as JsonObject;
const ofSession = (_given: Given, session: object | undefined) => ({
  paymentTriggerRequestId: (session as JsonObject).paymentTriggerRequestId,
});

const twice: [string, Twice][] = [
  [
    'PAYMENT_RECEIVED by hand',
    {
      type: 'PAYMENT_RECEIVED',
      payload: ({ policyId }) => ({ policyId, ...received }),
      again: { applied: false, amount: 400 },
    },
  ],
  [
    'PAYMENT_RECEIVED in a session',
    { type: 'PAYMENT_RECEIVED', before: collect, payload: ofSession, again: { applied: false, amount: 400 } },
  ],
  [
    'PAYMENT_RECEIVED of a refund',
    {
      type: 'PAYMENT_RECEIVED',
      before: overpay,
      payload: ({ policyId }) => ({ policyId, amount: 40, reference: 'refund 1', isRefund: true }),
      again: { applied: false, amount: -40 },
    },
  ],
  [
    'PAYMENT_VERIFICATION',
    { type: 'PAYMENT_VERIFICATION', before: collect, payload: ofSession, again: { paymentVerified: false } },
  ],
  [
    'PAYMENT_REVERSED',
    {
      type: 'PAYMENT_REVERSED',
      before: receive,
      payload: ({ policyId }) => ({ policyId, reference: 'check 1', reason: 'No funds' }),
      again: { applied: false, amount: 400, nsfFee: 0 },
    },
  ],
  [
    'DUE_DATE_MOVE',
    {
      type: 'DUE_DATE_MOVE',
      payload: ({ policyId, statementId }) => {
        return { policyId, statementId, dueDate: '2027-01-25', reason: 'Asked for' };
      },
      again: { moved: false },
    },
  ],
  [
    'PAYMENT_REFUND',
    {
      type: 'PAYMENT_REFUND',
      before: overpay,
      payload: ({ policyId }) => ({ policyId }),
      again: /^nothing is owed to the policyholder$/,
    },
  ],
  [
    'POLICY_CREATE',
    {
      type: 'POLICY_CREATE',
      payload: ({ clientId, quoteId }) => {
        return { clientId, quoteIds: [quoteId], paymentPlans: { [quoteId]: 'FULL_PAYMENT' } };
      },
      again: /was issued already/,
    },
  ],
  [
    'POLICY_CANCEL',
    {
      type: 'POLICY_CANCEL',
      payload: ({ policyId }) => ({ policyId, effectiveDate: '2027-01-20' }),
      again: /the policy was canceled from 2027-01-20/,
    },
  ],
  [
    'POLICY_REINSTATE',
    {
      type: 'POLICY_REINSTATE',
      before: cancel,
      payload: ({ policyId }) => ({ policyId }),
      again: /the policy was not canceled/,
    },
  ],
];

/** Everything that billing wrote for a policy. */
async function written({ policyId, clientId }: Given) {
  const { db } = world;
  const by = { policy_id: policyId };
  const policies = await Policy.query(db).where('client_id', clientId).orderBy('id');
  return {
    policies: policies.map(({ premium, status, policyState, cancelledOn }) => {
      return { premium, status, policyState, cancelledOn };
    }),
    payments: (await Payment.query(db).where(by).orderBy('id')).map(({ amount }) => amount),
    statements: (await world.statements(policyId)).map(({ kind, amount, paidAmount, dueDate, state }) => {
      return { kind, amount, paidAmount, dueDate, state };
    }),
    happened: (await PolicyEvent.query(db).where(by).orderBy('id')).map(({ type }) => type),
    sessions: await PaymentSession.query(db).where('client_id', clientId).resultSize(),
  };
}

it.each(twice)(
  '%s counts once, whether it is fired again with its id or with another',
  async (_name, each) => {
    const quote = await world.aQuote();
    const { id: policyId, statements } = await world.bind(quote);
    const other = each.type === 'POLICY_CREATE' ? await world.aQuote({ clientId: quote.clientId! }) : quote;
    const given = {
      ...{ policyId, clientId: quote.clientId!, quoteId: other.requestId },
      statementId: statements[0]!.id,
    };
    const before = await each.before?.(given);
    const payload = each.payload(given, before);
    const by = each.type === 'PAYMENT_REFUND' || each.type === 'DUE_DATE_MOVE' ? world.carrier : world.agency;
    const triggerRequestId = randomUUID();
    const first = await world.fire(each.type, payload, by, { triggerRequestId });
    const after = await written(given);
    expect(await world.fire(each.type, payload, by, { triggerRequestId })).toEqual(first);
    expect(await written(given)).toEqual(after);

    const again = world.fire(each.type, payload, by);
    if (each.again instanceof RegExp) await expect(again).rejects.toThrow(each.again);
    else expect((await again)[each.type]).toMatchObject(each.again);
    expect(await written(given)).toEqual(after);
  },
);

it.each(['PAYMENT_SETUP', 'PAYMENT_COLLECT_SETUP'] as const)(
  '%s opens one session for an id, and another one for another id',
  async (type) => {
    const quote = await world.aQuote();
    const { clientId, requestId } = quote;
    const policyId = type === 'PAYMENT_SETUP' ? undefined : (await world.bind(quote)).id;
    const payload =
      type === 'PAYMENT_SETUP'
        ? { clientId, quoteIds: [requestId] }
        : { clientId, policyId, totalAmount: 40_000 };
    const sessions = () => PaymentSession.query(world.db).where('client_id', clientId!).resultSize();
    const triggerRequestId = randomUUID();
    const first = await world.fire(type, payload, world.agency, { triggerRequestId });
    expect(await world.fire(type, payload, world.agency, { triggerRequestId })).toEqual(first);
    expect(await sessions()).toBe(1);
    await world.fire(type, payload);
    expect(await sessions()).toBe(2);
  },
);
