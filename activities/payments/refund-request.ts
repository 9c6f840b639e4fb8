import type { RefundMade } from '../../db/billing/refunds.js';
import { Payment } from '../../db/models/payment.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import { Policy } from '../../db/models/policy.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import type { PaymentProvider, RefundAnswer, RefundToMake } from '../ground/payment-provider.js';
import { settingsOfPolicy } from '../policy-changes/settings-of-policy.js';

/** The provider of a refund, and the request to it. */
export async function refundRequest(
  work: DefaultActionWork,
  { id: refundId, paymentId, provider, policyId, triggerRequestId, actionId, amount }: PaymentRefund,
  { wasAsked }: { wasAsked: boolean },
): Promise<{ provider: PaymentProvider; toMake: RefundToMake }> {
  const { db, payments } = work.dependencies;
  const payment = await Payment.query(db).findById(paymentId ?? '');
  if (payment === undefined) throw missing('payment', String(paymentId));
  const policy = await Policy.query(db).findById(policyId).throwIfNotFound();
  const { settings } = await settingsOfPolicy(work, policy);
  return {
    provider: payments.named(provider),
    toMake: {
      idempotencyKey: `${triggerRequestId}:${actionId}:${refundId}`,
      refundId,
      policyId,
      triggerRequestId,
      amount,
      currency: settings.currency,
      wasAsked,
      paymentReference: payment.reference,
    },
  };
}

/** A refund that its provider has made. */
export function madeRefund(
  refund: PaymentRefund,
  { reference, status }: RefundAnswer & { made: true },
): RefundMade {
  return { refund, providerReference: reference, providerStatus: status };
}
