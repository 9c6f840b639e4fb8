import { z } from 'zod';
import { statementState } from '../../billing/account.js';
import { paymentPlan } from '../../billing/payment-plan.js';
import { paymentStatus } from '../../billing/payment-status.js';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { answerEdits } from '../../intake/answer-edits.js';
import { editConflict } from '../../policy/edit-conflicts.js';
import { policyState } from '../../policy/policy-state.js';
import { storedDocument } from './documents.js';

const issuedStatement = z
  .object({
    id: uuid,
    number: z.number().int(),
    dueDate: calendarDate,
    amount: z.number(),
    state: statementState,
  })
  .meta({ id: 'IssuedStatement' });

export const issuedPolicy = z
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
    warnings: z.array(z.string()).optional().meta({
      description:
        'An extension: which policies in force were issued from other quotes of the same proposal.',
    }),
  })
  .meta({ id: 'IssuedPolicy' });
export type AnsweredPolicy = z.infer<typeof issuedPolicy>;

export const issuedPolicies = z
  .object({ clientId: uuid, paymentVerified: z.boolean(), policies: z.array(issuedPolicy) })
  .meta({
    id: 'IssuedPolicies',
    description:
      '`clientId`, `paymentVerified` and `policies`, each with its number, dates, premium and statements, and ' +
      '`warnings` of other quotes of the same proposal that were bound, too',
  });

export const recordedPolicyEvent = z
  .object({ policyId: uuid, eventId: uuid, type: z.string() })
  .meta({ id: 'RecordedPolicyEvent', description: '`policyId`, `eventId` and `type`' });

export const keptDocuments = z
  .array(storedDocument)
  .meta({ description: 'as in `POLICY_DOCUMENTS_UPLOADED`' });

export const recordedReport = z
  .object({ policyId: uuid, eventId: uuid })
  .meta({ id: 'RecordedReport', description: '`policyId` and `eventId`' });

/** Of an event that changes a policy: the policy and its event. */
export const changeResult = { policyId: uuid, policyEventId: uuid };

export const changeOutcome = z
  .enum(['QUOTED', 'DECLINED', 'FAILED'])
  .meta({ id: 'ChangeOutcome', description: '`QUOTED` or `DECLINED`' });

export const renewalOutcome = z.enum([...changeOutcome.options, 'ASKED']).meta({
  id: 'RenewalOutcome',
  description: '`QUOTED`, `DECLINED`, `FAILED`, or `ASKED` where a carrier has not answered yet',
});

export const changePremium = z
  .number()
  .meta({ description: 'the change of premium; of a renewal the premium of its term' });

const changeOfTerm = z
  .object({
    termNumber: z.number().int(),
    from: calendarDate,
    until: calendarDate.meta({ description: 'The first day that the change no longer covers.' }),
    premium: z.number().meta({ description: 'Charged or, if negative, returned, for these days.' }),
    taxesAndFees: z.number(),
    termPremium: z.object({ before: z.number(), after: z.number() }).meta({
      id: 'ChangedTermPremium',
      description: 'The premium of the whole term, on the first of these days.',
    }),
  })
  .meta({ id: 'ChangeOfTerm' });

/** Of an event that quotes a change of a policy. */
export const quotedChangeResult = {
  policyId: uuid,
  quoteId: uuid,
  outcome: changeOutcome,
  premium: changePremium.optional(),
  edits: answerEdits.optional().meta({ description: 'what the change does to the answers of its day' }),
  conflicts: z
    .array(editConflict)
    .optional()
    .meta({ description: 'where it meets changes that take effect later' }),
  terms: z.array(changeOfTerm).optional().meta({
    description:
      'an extension, of a change that begins in an earlier term: its price in each term that it reaches; `premium` is the total',
  }),
};
