import { z } from 'zod';
import { attentionReasons } from '../../db/policies/policies-for-attention.js';
import { paymentStatus } from '../../domain/billing/payment-status.js';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { policyState } from '../../domain/policy/policy-state.js';
import { policyStanding } from '../../domain/policy/standing.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';
import { reinstatementWaits } from './policy-schemas.js';

const policyForAttention = z
  .object({
    id: uuid,
    policyNumber: z.string(),
    productId: uuid,
    productName: z.string(),
    clientId: uuid,
    clockId: uuid.optional().meta({ description: "The client's test clock." }),
    insuredName: z.string().optional(),
    sellerOrganizationId: uuid,
    issuingOrganizationId: uuid,
    policyState,
    standing: policyStanding,
    status: paymentStatus,
    effectiveDate: calendarDate,
    expirationDate: calendarDate,
    premium: z.number().meta({ description: "The current term's, with its changes." }),
    taxesAndFees: z.number().meta({ description: 'Of the current term, not part of `premium`.' }),
    cancellationNoticeOn: calendarDate
      .optional()
      .meta({ description: 'The day on which the policy is canceled unless the notice is withdrawn.' }),
    renewalWaits: z.string().optional().meta({
      description: 'Why the renewal waits for a person, who selects a quote or decides not to renew.',
    }),
    reinstatementWaits: reinstatementWaits.optional(),
    pastDueSince: calendarDate.optional().meta({ description: 'The earliest due date that was missed.' }),
    pastDueAmount: z.number().optional(),
  })
  .meta({ id: 'PolicyForAttention' });

export type PolicyForAttentionObject = z.infer<typeof policyForAttention>;

export const listPoliciesForAttention = endpoint({
  method: 'get',
  path: '/policy/attention',
  operationId: 'listPoliciesForAttention',
  summary:
    'List policies under notice of cancellation, with amounts past due, or whose renewal or reinstatement waits for a person',
  description:
    'An extension. The policies that the organization sold or issued, by the day of the cancellation, of the missed due ' +
    'date, of the renewal, or of the cancellation that a late payment did not undo because of a hold, the earliest first.',
  tags: ['Policies'],
  query: z
    .object({
      reason: z
        .enum(attentionReasons, `must be one of ${attentionReasons.join(', ')}`)
        .optional()
        .meta({ id: 'AttentionReason', description: 'Default: all.' }),
      lineId: uuid.optional().meta({ description: 'The product.' }),
      dueFrom: calendarDate.optional().meta({
        description:
          'With `reason=PAST_DUE`: only policies with a statement past due whose due date is this day or later.',
      }),
      dueTo: calendarDate.optional().meta({ description: 'The same, this day or earlier.' }),
      clockId: clockOfReport,
      ...pageQuery,
    })
    .superRefine(({ reason, dueFrom, dueTo }, context) => {
      const message = 'is only for reason=PAST_DUE';
      for (const [name, given] of Object.entries({ dueFrom, dueTo }))
        if (given !== undefined && reason !== 'PAST_DUE')
          context.addIssue({ code: 'custom', path: [name], message });
    }),
  responses: {
    200: {
      description: 'A page of policies.',
      schema: z.object(pageFields(policyForAttention)).meta({ id: 'PolicyForAttentionPage' }),
    },
    ...noSuchClock,
  },
  permission: 'policies:read',
  audited: 'POLICIES_SEARCHED',
});

export type AttentionQuery = z.infer<NonNullable<typeof listPoliciesForAttention.query>>;
