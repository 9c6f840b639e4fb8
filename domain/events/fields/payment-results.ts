import { z } from 'zod';
import { collectionStates } from '../../billing/collection.js';
import { paymentPlan } from '../../billing/payment-plan.js';
import { paymentStatus } from '../../billing/payment-status.js';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { policyState } from '../../policy/policy-state.js';
import { plansByQuote } from './common.js';

const instalment = z
  .object({
    number: z.number().int(),
    dueDate: calendarDate,
    amount: z.number(),
    premium: z.number(),
    taxesAndFees: z.number(),
    instalmentFee: z.number(),
  })
  .meta({ id: 'Instalment' });

const paymentOption = z
  .object({
    paymentPlan,
    totalPremium: z.number().meta({ description: 'Of all installments: premium, taxes and all fees.' }),
    premium: z.number(),
    taxesAndFees: z.number(),
    instalmentFees: z.number(),
    instalments: z.array(instalment),
  })
  .meta({ id: 'PaymentOption' });

export const paymentOptions = z
  .record(uuid, z.partialRecord(paymentPlan, paymentOption).meta({ id: 'PaymentOptions' }))
  .meta({
    id: 'PaymentOptionsByQuote',
    description: 'by quote and plan `paymentPlan`, `totalPremium` and `instalments`',
  });

/** An opened payment session. */
const session = {
  paymentTriggerRequestId: uuid,
  paymentProcessor: z.string(),
  paymentIdentifier: z.string().nullable(),
  clientSecret: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'For the form of the payment provider; never in `GET /event/{triggerRequestId}`.' }),
  amountTotal: z.number().int().meta({ description: 'Due at once, in minor units.' }),
  currency: z.string(),
};

export const paymentSession = z.object({ ...session, selectedPaymentPlans: plansByQuote }).meta({
  id: 'PaymentSession',
  description:
    '`paymentTriggerRequestId`, `paymentProcessor`, `paymentIdentifier`, `clientSecret`, `amountTotal` (due at once, in minor units), `currency` and `selectedPaymentPlans`',
});

export const collectionSession = z.object({ ...session, policyId: uuid }).meta({
  id: 'CollectionSession',
  description: 'as `PAYMENT_SETUP`, with `policyId`',
});

export const collectionState = z.enum(collectionStates).meta({
  id: 'CollectionState',
  description:
    '`PENDING`: being requested. `PROCESSING`: the bank answers within days. `NOT_MADE`: the provider never made it. `NOT_CHARGED`: the provider was not asked, as under a test clock.',
});

export const verifiedPayment = z
  .object({
    paymentTriggerRequestId: uuid,
    paymentVerified: z.boolean(),
    paymentProcessor: z.string(),
    paymentIdentifier: z.string().nullable(),
    amount: z.number().int(),
    currency: z.string(),
  })
  .meta({
    id: 'VerifiedPayment',
    description:
      '`paymentTriggerRequestId`, `paymentVerified`, `paymentProcessor`, `paymentIdentifier`, `amount` (minor units) and `currency`',
  });

const standing = {
  policyId: uuid,
  policyNumber: z.string(),
  policyState,
  status: paymentStatus,
  due: z.number().meta({ description: 'Billed so far.' }),
  paid: z.number(),
  balance: z.number().meta({ description: 'Below zero: owed to the policyholder.' }),
};

/** The state of a policy's account; money in major units. */
const policyStanding = z.object(standing).meta({ id: 'PolicyStanding' });
export type AnsweredStanding = z.infer<typeof policyStanding>;

const policies = z.array(policyStanding);

export const receivedPayment = z
  .object({
    paymentTriggerRequestId: uuid.optional(),
    paymentProcessor: z.string().optional(),
    paymentIdentifier: z.string().nullable().optional(),
    currency: z.string().optional(),
    policyId: uuid.optional(),
    reference: z.string().optional(),
    applied: z.boolean(),
    amount: z.number(),
    policies,
  })
  .meta({
    id: 'ReceivedPayment',
    description:
      '`applied` (`false` where it was applied before, or nothing was owed), `amount` and the standing of the `policies`',
  });

export const reversedPayment = z
  .object({
    policyId: uuid,
    reference: z.string(),
    applied: z.boolean(),
    amount: z.number(),
    nsfFee: z.number(),
    policies,
  })
  .meta({
    id: 'ReversedPayment',
    description:
      '`policyId`, `reference`, `applied` (`false` where it was taken back before), `amount`, `nsfFee` and the standing of the `policies`',
  });

export const movedDueDate = z
  .object({
    policyId: uuid,
    statementId: uuid,
    dueDate: calendarDate,
    from: calendarDate,
    moved: z.boolean(),
  })
  .meta({
    id: 'MovedDueDate',
    description:
      '`policyId`, `statementId`, `dueDate`, `from` and `moved` (`false` where it was due on that day already)',
  });

const refund = z
  .object({
    paymentProcessor: z.string(),
    paymentIdentifier: z.string(),
    amount: z.number(),
    status: z.string(),
    refundedPayment: z.string().nullable().meta({ description: 'The `reference` of the payment.' }),
  })
  .meta({ id: 'Refund' });
export type AnsweredRefund = z.infer<typeof refund>;

export const collectedPayment = z
  .object({
    ...standing,
    chargeId: uuid,
    statementId: uuid,
    state: collectionState,
    amount: z.number(),
    paymentProcessor: z.string(),
    paymentIdentifier: z.string().nullable(),
    code: z.string().nullable().meta({ description: "The provider's code of the decline." }),
    reason: z.string().nullable(),
  })
  .meta({
    id: 'CollectedPayment',
    description:
      "`chargeId`, `statementId`, `state`, `amount`, `paymentIdentifier`, the `code` and `reason` of a decline, and the policy's standing",
  });

export const refundedPayments = z.object({ ...standing, amount: z.number(), refunds: z.array(refund) }).meta({
  id: 'RefundedPayments',
  description: "`policyId`, `amount`, the `refunds` and the policy's standing",
});
