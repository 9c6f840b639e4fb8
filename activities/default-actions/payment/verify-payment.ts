import { minorUnitsOf } from '../../../domain/billing/payment-options.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { askAboutPayment, sessionOfEvent, settleByProvider } from '../../payments/session-of-event.js';

/** Asks the provider for a payment, and applies it if it was made. */
export const verifyPayment: DefaultActionHandler<'VERIFY_PAYMENT'> = async (work) => {
  const { paymentTriggerRequestId } = envelopeOf(work.event, 'PAYMENT_VERIFICATION').payload;
  const session = await sessionOfEvent(work, paymentTriggerRequestId);
  const standing = await askAboutPayment(work, session);
  return async (trx) => {
    const receipt = { triggerRequestId: work.event.triggerRequestId, now: work.now };
    const { session: now, fires } = await settleByProvider(trx, session, standing, receipt);
    return {
      clientId: now.clientId,
      ...(now.policyId !== null && { policyId: now.policyId }),
      fires,
      metadata: answers('PAYMENT_VERIFICATION', {
        PAYMENT_VERIFICATION: {
          paymentTriggerRequestId,
          paymentVerified: now.state === 'PAID',
          paymentProcessor: now.provider,
          paymentIdentifier: now.providerReference,
          amount: minorUnitsOf(now.paidAmount ?? '0', now.currency),
          currency: now.currency,
        },
      }),
    };
  };
};
