import { type PlannedRefund, planRefund, recordRefunds } from '../../../db/billing/refunds.js';
import { Payment } from '../../../db/models/payment.js';
import { PaymentRefund } from '../../../db/models/payment-refund.js';
import type { AnsweredRefund } from '../../../domain/events/fields/payment-results.js';
import { Decimal } from '../../../domain/expression/index.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { exactText } from '../../../domain/money/amount-text.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { refuseUnauthorized } from '../../ground/refuse-unauthorized.js';
import { askForRefunds } from '../../payments/ask-for-refunds.js';
import { describedStanding } from '../../payments/described-standing.js';
import { endAbandonedRefunds } from '../../payments/end-abandoned-refunds.js';
import { lockPolicyOfEvent, policyOfEvent } from '../../policy-changes/policy-of-event.js';

/**
 * Refunds a policy's credit balance, by the payments that it came from. The refund is reserved in a
 * transaction before any provider is called, so that concurrent events never reserve it twice.
 */
export const refundPayment: DefaultActionHandler<'REFUND_PAYMENT'> = async (work) => {
  const { dependencies, event, actionId, now } = work;
  const { policyId } = envelopeOf(event, 'PAYMENT_REFUND').payload;
  await policyOfEvent(dependencies.db, event, policyId);
  await endAbandonedRefunds(work, policyId);
  const plan = await promised(work);
  const made = await askForRefunds(work, policyId, plan);
  return async (trx) => {
    const locked = await lockPolicyOfEvent(trx, event, policyId);
    const { policy, ...standing } = await recordRefunds(trx, locked, made, now);
    const refunds = await PaymentRefund.query(trx)
      .where({ trigger_request_id: event.triggerRequestId, action_id: actionId, state: 'DONE' })
      .orderBy(['attempt', 'place']);
    const paidBack = await Payment.query(trx).findByIds(refunds.flatMap(({ paymentId }) => paymentId ?? []));
    const received = new Map(paidBack.map((payment) => [payment.id, payment]));
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('PAYMENT_REFUND', {
        PAYMENT_REFUND: {
          ...describedStanding(policy, standing, now.today),
          amount: refunds.reduce((sum, { amount }) => sum.plus(amount), Decimal.of(0)).toNumber(),
          refunds: refunds.map((refund) => described(refund, received.get(refund.paymentId ?? ''))),
        },
      }),
    };
  };
};

/** The refund of this action, the same for every attempt. */
async function promised(work: DefaultActionWork): Promise<PlannedRefund> {
  const { dependencies, event, actionId, now } = work;
  const { triggerRequestId, organizationId } = event;
  const { policyId, amount, reference, reason } = envelopeOf(event, 'PAYMENT_REFUND').payload;
  return dependencies.db.transaction(async (trx) => {
    await refuseUnauthorized(trx, work);
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const plan = await planRefund(trx, policy, {
      triggerRequestId,
      actionId,
      organizationId,
      reason,
      now,
      amount: amount === undefined ? undefined : exactText(amount),
      reference: reference ?? refundNumber(derivedId(triggerRequestId, actionId)),
      paysBack: (provider) => dependencies.payments.named(provider).refund !== undefined,
    });
    if ('refunds' in plan) return plan;
    throw refused(plan.reason, `payload.${plan.field}`);
  });
}

/** For a bank transfer by hand. */
function refundNumber(id: string): string {
  return `REF-${id.replaceAll('-', '').slice(0, 20).toUpperCase()}`;
}

function described(
  { provider, providerReference, providerStatus, reference, amount }: PaymentRefund,
  payment: Payment | undefined,
): AnsweredRefund {
  return {
    paymentProcessor: provider,
    paymentIdentifier: providerReference ?? reference,
    amount: Number(amount),
    status: providerStatus ?? 'BY_HAND',
    refundedPayment: payment?.reference ?? null,
  };
}
