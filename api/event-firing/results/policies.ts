import { z } from 'zod';
import { paymentPlan } from '../../../domain/billing/payment-plan.js';
import { storedDocument } from '../../../domain/events/fields/documents.js';
import { calendarDate, decimalString, uuid } from '../../../domain/ground/primitives.js';
import { paymentStatus, policyState, statementState } from '../../policies/policy-schemas.js';

const policyId = uuid;
const issuedStatement = z
  .object({
    id: uuid,
    number: z.number().int(),
    dueDate: calendarDate,
    amount: z.number(),
    state: statementState,
  })
  .meta({ id: 'IssuedStatement' });

const issuedPolicy = z
  .object({
    id: uuid,
    policyNumber: z.string(),
    quoteId: uuid,
    productId: uuid,
    productName: z.string(),
    issuingOrganizationId: uuid,
    status: paymentStatus,
    policyState,
    effectiveDate: calendarDate,
    expirationDate: calendarDate,
    premium: z.number(),
    premiumTerm: z.string(),
    paymentPlan,
    balance: z.number(),
    statements: z.array(issuedStatement),
  })
  .meta({ id: 'IssuedPolicy' });

const recordedReport = z
  .object({ policyId, eventId: uuid })
  .meta({ id: 'RecordedReport', description: '`policyId` and `eventId`' });

/** What a handler adds that changes a policy: the policy and its event. */
const changed = { policyId, policyEventId: uuid };

const outcome = z
  .enum(['QUOTED', 'DECLINED', 'FAILED'])
  .meta({ id: 'ChangeOutcome', description: '`QUOTED` or `DECLINED`' });
const premium = z
  .number()
  .meta({ description: 'the change of premium; of a renewal the premium of its term' });
const quotedChange = {
  policyId,
  quoteId: uuid,
  outcome,
  premium: premium.optional(),
};

export const policyResults = {
  POLICY_CREATE: {
    POLICY_CREATE: z
      .object({ clientId: uuid, paymentVerified: z.boolean(), policies: z.array(issuedPolicy) })
      .meta({
        id: 'IssuedPolicies',
        description:
          '`clientId`, `paymentVerified` and `policies`, each with its number, dates, premium and statements',
      }),
  },
  POLICY_EVENT_RECORD: {
    POLICY_EVENT_RECORD: z.object({ policyId, eventId: uuid, type: z.string() }).meta({
      id: 'RecordedPolicyEvent',
      description: '`policyId`, `eventId` and `type`',
    }),
  },
  UPLOAD_POLICY_DOCUMENTS: {
    documents: z.array(storedDocument).meta({
      description: 'as in `POLICY_DOCUMENTS_UPLOADED`',
    }),
  },
  POLICY_ENDORSEMENT_QUOTING: quotedChange,
  POLICY_ENDORSE: { ...changed, premium },
  POLICY_TRUE_UP_QUOTING: quotedChange,
  POLICY_LIMIT_CHANGED: { POLICY_LIMIT_CHANGED: recordedReport.optional() },
  CLAIM_NOTIFICATION: { CLAIM_NOTIFICATION: recordedReport.optional() },
  PRE_POLICY_CANCELLATION: {
    ...changed,
    cancelledOn: calendarDate,
    amountDue: decimalString.nullable().meta({
      description: 'the amount whose payment prevents the cancellation, for non-payment; else null',
    }),
    payBy: calendarDate.nullable().meta({ description: 'the last day for it' }),
  },
  POLICY_CANCEL: {
    ...changed,
    policyState,
    returnedPremium: z.number().optional(),
    penalty: z.number().optional(),
    requested: z.literal(true).meta({ description: '`true` where the seller only requested it' }).optional(),
  },
  POLICY_REINSTATE: { ...changed, policyState },
  POLICY_RENEWAL_QUOTING: {
    policyId,
    quoteId: uuid.optional(),
    outcome,
    premium: premium.optional(),
    held: z.boolean(),
    reason: z.string().optional(),
  },
  RENEWAL_QUOTE_SELECTED: { policyId, quoteId: uuid },
  CANCEL_RENEWAL: { policyId },
  RENEWAL_CANCELLED: { policyId },
};
