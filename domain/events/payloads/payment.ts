import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { description, minorUnits, name, plansByQuote, positiveAmount, quoteIds } from './fields.js';

const paymentTriggerRequestId = uuid.meta({
  description: 'The `triggerRequestId` of the `PAYMENT_SETUP` or `PAYMENT_COLLECT_SETUP`.',
});

const paymentSetup = z
  .object({ clientId: uuid, quoteIds, selectedPaymentPlans: plansByQuote.optional() })
  .superRefine((payload, context) => {
    refuseOtherQuotes(payload.selectedPaymentPlans ?? {}, 'selectedPaymentPlans', payload.quoteIds, context);
  })
  .meta({ id: 'PaymentSetupPayload' });

const paymentVerification = z.object({ paymentTriggerRequestId }).meta({ id: 'PaymentVerificationPayload' });

/** What a payment by hand says of itself, and what it may say besides. */
const byHand = ['policyId', 'amount', 'reference'] as const;
const byHandOnly = [...byHand, 'isRefund'] as const;

const paymentReceived = z
  .object({
    paymentTriggerRequestId: paymentTriggerRequestId.optional(),
    policyId: uuid.optional(),
    amount: positiveAmount.optional().meta({ description: 'In major units.' }),
    reference: name.optional().meta({ description: 'Of the payment; counted once for each policy.' }),
    isRefund: z.boolean().optional().meta({ description: 'The amount was paid back to the policyholder.' }),
  })
  .superRefine((payload, context) => {
    const ofSession = payload.paymentTriggerRequestId !== undefined;
    const message = ofSession
      ? 'must be left out where paymentTriggerRequestId is given'
      : 'is required where paymentTriggerRequestId is left out';
    const wrong = ofSession
      ? byHandOnly.filter((field) => payload[field] !== undefined)
      : byHand.filter((field) => payload[field] === undefined);
    for (const field of wrong) context.addIssue({ code: 'custom', path: [field], message });
  })
  .meta({
    id: 'PaymentReceivedPayload',
    description: 'Either `paymentTriggerRequestId`, or `policyId`, `amount` and `reference`.',
  });

const paymentCollectSetup = z
  .object({ policyId: uuid, clientId: uuid, totalAmount: minorUnits })
  .meta({ id: 'PaymentCollectSetupPayload' });

const paymentRefund = z
  .object({
    policyId: uuid,
    amount: positiveAmount
      .optional()
      .meta({ description: 'In major units; all that is owed to the policyholder where left out.' }),
    reference: name.optional().meta({ description: 'Of the refund; counted once for each policy.' }),
    reason: description.optional(),
  })
  .meta({ id: 'PaymentRefundPayload' });

const statementCreated = z.object({ statementId: uuid }).meta({ id: 'StatementCreatedPayload' });

export const paymentPayloads = {
  PAYMENT_SETUP: paymentSetup,
  PAYMENT_VERIFICATION: paymentVerification,
  PAYMENT_RECEIVED: paymentReceived,
  PAYMENT_COLLECT_SETUP: paymentCollectSetup,
  PAYMENT_REFUND: paymentRefund,
  STATEMENT_CREATED: statementCreated,
};

/** Plans are for the quotes that the payload names, and no others. */
export function refuseOtherQuotes(
  plans: object,
  field: string,
  ids: readonly string[],
  context: z.RefinementCtx,
): void {
  const named = new Set(ids);
  for (const quoteId of Object.keys(plans)) {
    if (named.has(quoteId)) continue;
    context.addIssue({ code: 'custom', path: [field, quoteId], message: 'is not one of quoteIds' });
  }
}
