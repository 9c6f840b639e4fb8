import { z } from 'zod';
import { statementKinds, statementState } from '../../domain/billing/account.js';
import { paymentStatus } from '../../domain/billing/payment-status.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { term } from '../../domain/ground/term.js';
import { lapse } from '../../domain/policy/policy-contract.js';
import { policyState } from '../../domain/policy/policy-state.js';
import { policyStanding } from '../../domain/policy/standing.js';
import { appliedOverlays, quote, quoteDetails } from '../../domain/quote/quote.js';
import { versionFields } from '../http/versioned.js';

const text = z.string().optional();

export const policyMeta = z
  .looseObject({
    insuredName: z.string().meta({ description: 'Empty if the client was saved without a name.' }),
    insured: z
      .looseObject({ name: text, dbaName: text, contact: jsonObject.optional() })
      .meta({ id: 'Insured' })
      .optional(),
    agency: z.looseObject({ id: text, name: text }).meta({ id: 'Agency' }).optional(),
    producer: z
      .looseObject({ id: text, firstName: text, lastName: text, email: text, phone: text })
      .meta({ id: 'Producer' })
      .optional(),
    carrier: z.looseObject({ id: text, name: text }).meta({ id: 'Carrier' }).optional(),
  })
  .meta({
    id: 'PolicyMeta',
    description: 'Insured, agency, producer and carrier as of the policy’s issue.',
  });

const contractDocument = z
  .object({
    contentId: uuid,
    name: z.string(),
    fileName: z.string(),
    type: z.string(),
    formNumber: z.string().optional(),
    formVersion: z.string().optional(),
    language: z
      .string()
      .optional()
      .meta({ description: 'An extension: the tag of the language in which it was made.' }),
    url: z.string().optional(),
    createdTimestamp: instant,
  })
  .meta({ id: 'PolicyContractDocument' });

/** Stored as an open map. */
export const policyContract = z
  .looseObject({
    productId: uuid,
    productName: z.string(),
    productVersionId: uuid,
    productVersion: z.string(),
    overlays: appliedOverlays,
    effectiveDate: calendarDate,
    expirationDate: calendarDate,
    term,
    premium: quoteDetails.shape.premium,
    duration: quoteDetails.shape.duration,
    coverageTypes: quoteDetails.shape.coverageTypes,
    lapses: z.array(lapse),
    documents: z.array(contractDocument),
  })
  .partial()
  .meta({
    id: 'PolicyContract',
    description: 'The agreed terms. Empty after the erasure of the client.',
  }) as z.ZodType<object> as z.ZodType<JsonObject>;

/** Of a policy that is paid in time and canceled all the same. */
export const reinstatementWaits = z
  .object({
    holdId: uuid,
    reason: z.string().meta({ description: 'With the title, days and place of the hold.' }),
    amount: z.number().meta({ description: 'What is owed back to the policyholder.' }),
  })
  .meta({
    id: 'WaitingReinstatement',
    description:
      'An extension: a hold stopped the reinstatement by a payment. When it is over or overridden, `POLICY_REINSTATE` ' +
      'reinstates the policy, also after the days within which that is possible otherwise; `PAYMENT_REFUND` pays back.',
  });

const summaryFields = {
  id: uuid,
  policyNumber: z.string(),
  clientId: uuid,
  clockId: uuid.optional().meta({ description: "An extension: the client's test clock." }),
  premium: z.number().meta({ description: "The current term's, with its changes." }),
  premiumTerm: z.string(),
  effectiveDate: calendarDate,
  expirationDate: calendarDate,
  createdTimestamp: instant,
  policyMeta,
  policyIntegrationData: jsonObject,
};

const taxesAndFees = z.number().meta({
  description:
    'An extension: of the current term, with its changes, not part of `premium`; without fees for late and returned payments. Absent from a read as of a day.',
});

/** A search result (spec 2.6); what names product, seller and states is an extension. */
export const policySummary = z
  .object({
    ...summaryFields,
    productId: uuid,
    productName: z.string(),
    productVersionId: uuid.meta({ description: 'That of the current term.' }),
    sellerOrganizationId: uuid,
    status: paymentStatus,
    policyState: policyState.meta({ description: 'Today.' }),
    standing: policyStanding,
    taxesAndFees,
    insuredState: z
      .string()
      .optional()
      .meta({ description: "The state of the insured's address, such as `TX`; absent if unknown." }),
  })
  .meta({ id: 'PolicySummary' });

/** The Policy object (spec 2.6). */
export const policy = z
  .object({
    ...summaryFields,
    productId: uuid,
    productName: z.string(),
    quoteId: uuid.meta({ description: "The current term's quote." }),
    actionId: uuid,
    issuingOrganizationId: uuid,
    issuingOrganizationName: z.string(),
    sellerOrganizationId: uuid,
    sellerOrganizationName: z.string(),
    underwritingOrgId: uuid.optional(),
    producerId: uuid.optional(),
    status: paymentStatus,
    policyState,
    standing: policyStanding.optional(),
    taxesAndFees: taxesAndFees.optional(),
    lastDayWithCoverage: calendarDate,
    paymentPlan: z.string(),
    policyContract,
    rewrittenFrom: uuid.optional().meta({
      description: 'An extension: the policy that this one was issued in the place of.',
    }),
    reinstatementWaits: reinstatementWaits.optional(),
    rewrittenTo: uuid.optional().meta({ description: 'An extension: the policy that it was rewritten as.' }),
    lapses: z.array(lapse).meta({
      description:
        'Days of the term without coverage, by day. In one of them the policy is not `ACTIVE`. An extension.',
    }),
    clientIntegrationData: jsonObject,
    quoteIntegrationData: jsonObject,
    ...versionFields,
  })
  .meta({ id: 'Policy' });

export type PolicySummary = z.infer<typeof policySummary>;
export type PolicyObject = z.infer<typeof policy>;

export const statement = z
  .object({
    id: uuid,
    termNumber: z.number().int(),
    number: z.number().int(),
    kind: z.enum(statementKinds).meta({ id: 'StatementKind' }),
    dueDate: calendarDate,
    amount: z.number(),
    paidAmount: z.number(),
    balance: z.number().meta({ description: 'The open balance: the amount less payments.' }),
    state: statementState,
    createdTimestamp: instant,
    details: jsonObject,
    ...versionFields,
  })
  .meta({ id: 'PolicyStatement' });

export type StatementObject = z.infer<typeof statement>;

const policyEvent = z
  .object({
    id: uuid,
    type: z.string(),
    label: text,
    description: text,
    effectiveDate: calendarDate.optional(),
    triggerRequestId: uuid.optional(),
    createdTimestamp: instant,
    createdBy: jsonObject.optional(),
    data: jsonObject,
  })
  .meta({ id: 'PolicyEvent' });

export type PolicyEventObject = z.infer<typeof policyEvent>;

const financeState = z
  .object({
    paymentPlan: z.string(),
    paymentStatus,
    financeConfirmed: z.boolean(),
    currency: z.string(),
    billedAmount: z.number().meta({ description: 'Of all statements, including future ones.' }),
    dueAmount: z.number().meta({ description: 'Of the statements that are billed, or due by today.' }),
    paidAmount: z.number(),
    balance: z
      .number()
      .meta({ description: 'Billed less paid; a negative balance is owed to the policyholder.' }),
    creditAmount: z
      .number()
      .meta({ description: 'Of credit statements: neither applied to charges nor refunded.' }),
    unappliedAmount: z.number().meta({ description: 'Cash that is applied to no statement.' }),
    refundableAmount: z
      .number()
      .meta({ description: 'Owed to the policyholder: the negative balance, at most the cash held.' }),
    pastDueAmount: z.number(),
    nextDueDate: calendarDate.nullable(),
    nextDueAmount: z
      .number()
      .nullable()
      .meta({ description: 'Of all statements that are due on `nextDueDate`.' }),
    statementCount: z.number().int(),
    paidStatementCount: z.number().int(),
  })
  .meta({ id: 'PolicyFinanceState' });

const clientSummary = z
  .object({
    clientId: uuid,
    clientName: z.string().nullable(),
    clientType: z.string(),
    clientStatus: z.string(),
    locationCode: z.string().nullable(),
    policyCount: z.number().int(),
    activePolicyCount: z.number().int(),
    activePremium: z.number(),
    firstEffectiveDate: calendarDate.nullable(),
    createdTimestamp: instant,
  })
  .meta({ id: 'PolicyClientSummary', description: 'Counts the policies that the caller can see.' });

const commentsStats = z
  .object({ commentCount: z.number().int(), lastCommentTimestamp: instant.nullable() })
  .meta({
    id: 'PolicyCommentsStats',
    description: 'An extension. Comments are policy events of type `NOTE`.',
  });

/** The full policy object (spec 2.6). */
export const fullPolicy = z
  .object({
    policy: policy.nullable(),
    quote: quote.nullable(),
    clientIndustryInfo: jsonObject.nullable(),
    agencyAddressInfo: jsonObject.nullable(),
    intakeAnswers: jsonObject.nullable().meta({
      description:
        'In the requested format: `DAIS` is an `AnswerMap`, `KEY_VALUE` texts by question, `PRODUCT_TREE` the question tree.',
    }),
    events: z.array(policyEvent),
    lastStatement: statement.nullable(),
    collectsSecurityDeposit: z.boolean().nullable(),
    financeState: financeState.nullable(),
    statements: z.array(statement),
    clientSummary: clientSummary.nullable(),
    commentsStats: commentsStats.nullable(),
  })
  .meta({ id: 'FullPolicy' });

export type FullPolicy = z.infer<typeof fullPolicy>;
