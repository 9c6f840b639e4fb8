import type { RefundMade } from '../../db/billing/refunds.js';
import { Payment } from '../../db/models/payment.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import type { PaymentProvider, RefundAnswer, RefundToMake } from '../ground/payment-provider.js';

/** The provider of a refund, and the request to it. */
export async function refundRequest(
  { dependencies: { db, payments } }: DefaultActionWork,
  { id: refundId, paymentId, provider, policyId, triggerRequestId, actionId, amount }: PaymentRefund,
  { wasAsked }: { wasAsked: boolean },
): Promise<{ provider: PaymentProvider; toMake: RefundToMake }> {
  const payment = await Payment.query(db).findById(paymentId ?? '');
  if (payment === undefined) throw missing('payment', String(paymentId));
  return {
    provider: payments.named(provider),
    toMake: {
      idempotencyKey: `${triggerRequestId}:${actionId}:${refundId}`,
      refundId,
      policyId,
      triggerRequestId,
      amount,
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
