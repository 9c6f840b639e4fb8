import { z } from 'zod';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { paymentStatus, policyState } from '../../policies/policy-schemas.js';
import { paymentSession } from './quotes.js';

const standing = {
  policyId: uuid,
  policyNumber: z.string(),
  policyState,
  status: paymentStatus,
  due: z.number().meta({ description: 'Billed so far.' }),
  paid: z.number(),
  balance: z.number().meta({ description: 'Below zero: owed to the policyholder.' }),
};
const policies = z.array(z.object(standing).meta({ id: 'PolicyStanding' }));

const refund = z
  .object({
    paymentProcessor: z.string(),
    paymentIdentifier: z.string(),
    amount: z.number(),
    status: z.string(),
    refundedPayment: z.string().nullable().meta({ description: 'The `reference` of the payment.' }),
  })
  .meta({ id: 'Refund' });

export const paymentResults = {
  PAYMENT_VERIFICATION: {
    PAYMENT_VERIFICATION: z
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
      }),
  },
  PAYMENT_RECEIVED: {
    PAYMENT_RECEIVED: z
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
      }),
  },
  PAYMENT_REVERSED: {
    PAYMENT_REVERSED: z
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
      }),
  },
  DUE_DATE_MOVE: {
    DUE_DATE_MOVE: z
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
      }),
  },
  PAYMENT_COLLECT_SETUP: {
    PAYMENT_COLLECT_SETUP: z.object({ ...paymentSession, policyId: uuid }).meta({
      id: 'CollectionSession',
      description: 'as `PAYMENT_SETUP`, with `policyId`',
    }),
  },
  PAYMENT_REFUND: {
    PAYMENT_REFUND: z.object({ ...standing, amount: z.number(), refunds: z.array(refund) }).meta({
      id: 'RefundedPayments',
      description: "`policyId`, `amount`, the `refunds` and the policy's standing",
    }),
  },
};
