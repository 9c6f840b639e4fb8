import type { Knex } from 'knex';
import { owedBack, referenceOfFailed, refundParts, whyNotRefund } from '../../domain/billing/refund.js';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import { exactText } from '../../domain/money/amount-text.js';
import { Event } from '../models/event.js';
import { Payment } from '../models/payment.js';
import { PaymentRefund } from '../models/payment-refund.js';
import type { Policy } from '../models/policy.js';
import { refundsOnTheirWay } from './pending-refunds.js';
import { keepPayment } from './receive-payment.js';
import { whyNotRefundNow } from './reinstate-by-payment.js';
import { type SettledAccount, settleAccount, standingOfPolicy } from './settle-account.js';

export interface RefundToPlan {
  triggerRequestId: string;
  actionId: string;
  organizationId: string;
  /** Decimal text; undefined for the whole credit balance. */
  amount: string | undefined;
  /** Applied once per policy. */
  reference: string;
  reason: string | undefined;
  /** Whether payments through a provider can be refunded through it. */
  paysBack(provider: string): boolean;
  now: BusinessTime;
}

/** The refunds of an action. */
export interface PlannedRefund {
  /** Those of its last plan, in order. */
  refunds: PaymentRefund[];
  /** An earlier attempt planned it and may have requested it. */
  wasPlanned: boolean;
}

const sum = (items: readonly { amount: string }[]): string =>
  exactText(items.reduce((total, { amount }) => total.plus(amount), Decimal.of(0)));

/** Whether a refund was made under a reference; the provider's reference of its payment counts too. */
export async function wentBackUnder(db: Knex, policyId: string, reference: string): Promise<boolean> {
  const done = await PaymentRefund.query(db).findOne({ policy_id: policyId, reference, state: 'DONE' });
  return done !== undefined;
}

/** The refund that failed after all and whose money returned under a reference. */
export async function refundThatFailed(
  db: Knex,
  policyId: string,
  reference: string,
): Promise<PaymentRefund | undefined> {
  const done = await PaymentRefund.query(db).where({ policy_id: policyId, state: 'DONE' });
  return done.find(
    ({ providerReference }) =>
      providerReference !== null && referenceOfFailed(providerReference) === reference,
  );
}

/** Pending refunds of events that had ended by a moment, which will not continue them. */
export async function abandonedRefunds(db: Knex, policyId: string, overBy: Date): Promise<PaymentRefund[]> {
  const over = Event.query(db).where('closed_at', '<', overBy).select('trigger_request_id');
  return PaymentRefund.query(db)
    .where({ policy_id: policyId, state: 'PENDING' })
    .whereIn('trigger_request_id', over)
    .orderBy('id');
}

/**
 * Plans which payments are refunded, and reserves them, so that no other event refunds the same money. A
 * pending plan is returned unchanged. The policy must be locked.
 */
export async function planRefund(
  trx: Knex,
  policy: Policy,
  asked: RefundToPlan,
): Promise<PlannedRefund | Objection> {
  const { triggerRequestId, actionId, now } = asked;
  const before = await PaymentRefund.query(trx)
    .where({ trigger_request_id: triggerRequestId, action_id: actionId })
    .orderBy(['attempt', 'place']);
  const attempt = before.at(-1)?.attempt ?? 0;
  const last = before.filter((refund) => refund.attempt === attempt);
  if (last.some(({ state }) => state === 'PENDING')) return { refunds: last, wasPlanned: true };

  const { balance, paid } = await standingOfPolicy(trx, policy.id, now.today);
  const { amount: onItsWay } = await refundsOnTheirWay(trx, policy.id);
  const owed = owedBack({ balance, paid, onItsWay });
  // The amount includes refunds that an earlier plan of this action made before it was refused.
  const done = sum(before.filter(({ state }) => state === 'DONE'));
  const amount = asked.amount === undefined ? owed : exactText(Decimal.of(asked.amount).minus(done));
  if (Decimal.of(done).greaterThan(0) && !Decimal.of(amount).greaterThan(0))
    return { refunds: [], wasPlanned: true };
  const objection =
    (await whyNotRefundNow(trx, policy)) ??
    whyNotRefund({ owed, onItsWay, amount }) ??
    (await whyNotReference(trx, policy, asked));
  if (objection !== null) return objection;

  const parts = refundParts(amount, await refundablePayments(trx, policy.id, asked));
  const refunds = await PaymentRefund.query(trx)
    .insert(
      parts.map(({ payment, amount: part }, place) => ({
        id: derivedId(triggerRequestId, actionId, 'refund', payment?.id ?? '', String(attempt + 1)),
        policyId: policy.id,
        organizationId: asked.organizationId,
        triggerRequestId,
        actionId,
        place,
        attempt: attempt + 1,
        paymentId: payment?.id ?? null,
        provider: payment?.provider ?? 'OFFLINE',
        amount: part,
        reference: asked.reference,
        reason: asked.reason ?? null,
        state: 'PENDING' as const,
        createdAt: now,
      })),
    )
    .returning('*');
  return { refunds: refunds.toSorted((a, b) => a.place - b.place), wasPlanned: false };
}

async function whyNotReference(
  trx: Knex,
  { id }: Policy,
  { reference, actionId }: RefundToPlan,
): Promise<Objection | null> {
  const received = await Payment.query(trx).findOne({ policy_id: id, reference });
  const refunded = await PaymentRefund.query(trx)
    .findOne({ policy_id: id, reference })
    .whereNot('state', 'REFUSED')
    .whereNot('action_id', actionId);
  if (received === undefined && refunded === undefined) return null;
  return { reason: `the reference ${reference} was used for the policy before`, field: 'reference' };
}

async function refundablePayments(trx: Knex, policyId: string, { paysBack }: RefundToPlan) {
  const payments = await Payment.query(trx).where('policy_id', policyId).where('amount', '>', 0);
  const refunds = await PaymentRefund.query(trx)
    .where('policy_id', policyId)
    .whereNotNull('payment_id')
    .whereNot('state', 'REFUSED');
  const returned = await Payment.query(trx).where('policy_id', policyId).whereNotNull('reverses');
  return payments
    .filter(({ provider }) => paysBack(provider))
    .map(({ id, provider, amount, receivedAt }) => ({
      id,
      provider,
      amount,
      receivedAt,
      refunded: exactText(
        Decimal.of(sum(refunds.filter(({ paymentId }) => paymentId === id))).minus(
          sum(returned.filter(({ reverses }) => reverses === id)),
        ),
      ),
    }));
}

/** A completed refund with the provider's data; both are null for refunds by hand. */
export interface RefundMade {
  refund: PaymentRefund;
  providerReference: string | null;
  providerStatus: string | null;
}

/** Deducts completed refunds from the policy's account, once. The policy must be locked. */
export async function recordRefunds(
  trx: Knex,
  policy: Policy,
  made: readonly RefundMade[],
  now: BusinessTime,
): Promise<SettledAccount> {
  for (const { refund, providerReference, providerStatus } of made) {
    const { id, policyId, organizationId, provider, triggerRequestId, reason } = refund;
    const reference = providerReference ?? refund.reference;
    const amount = exactText(Decimal.of(refund.amount).negated());
    await keepPayment(
      trx,
      { id, policyId, organizationId, provider, amount, reference },
      { triggerRequestId, description: reason, now },
    );
    await PaymentRefund.query(trx)
      .findById(id)
      .patch({ state: 'DONE', providerReference, providerStatus, refusal: null, endedAt: now });
  }
  return settleAccount(trx, policy, now);
}

/** Ends refunds that will not be made: their amount is owed again. */
export async function refuseRefunds(
  trx: Knex,
  refused: readonly { id: string; refusal: string }[],
  now: BusinessTime,
): Promise<void> {
  for (const { id, refusal } of refused) {
    await PaymentRefund.query(trx)
      .findById(id)
      .where('state', 'PENDING')
      .patch({ state: 'REFUSED', refusal, endedAt: now });
  }
}
