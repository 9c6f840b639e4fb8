import { z } from 'zod';
import { cancellationMethod } from '../../../domain/authority/authority.js';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { holdEffect } from '../../holds/hold-effect.js';
import { endpoint } from '../../http/endpoint.js';

const tags = ['Policies'] as const;
const params = z.object({ policyId: uuid });
const permission = 'policies:read';
const money = z.number();

const previewedStatement = z
  .object({
    premium: money.meta({ description: 'With the open entries of the ledger.' }),
    taxesAndFees: money,
    amount: money.meta({ description: 'Positive: to be paid. Negative: credited.' }),
  })
  .meta({ id: 'PreviewedStatement' });

const account = {
  statement: previewedStatement.meta({ description: 'The statement that the event would make.' }),
  balance: money.meta({
    description:
      'Of the whole account afterwards, scheduled statements included. Negative: owed to the policyholder.',
  }),
};

const holds = z.array(holdEffect).meta({
  description:
    'What would stop the event today; empty if nothing does. It is judged again when the event is fired.',
});

const cancellationPreview = z
  .object({
    policyId: uuid,
    effectiveDate: calendarDate.meta({ description: 'The first day without coverage.' }),
    method: cancellationMethod,
    requestsOnly: z.boolean().meta({
      description:
        "Whether the caller's organization may only request it: the event then asks the insurer, and changes nothing.",
    }),
    returnedPremium: money,
    penalty: money.meta({ description: 'Of a short rate: what is kept of the unearned premium.' }),
    returnedTaxesAndFees: money,
    earliestDate: calendarDate.meta({
      description:
        'The first `effectiveDate` after the days of notice that the reason needs, if it is given today and by the caller. ' +
        'An earlier one is refused, unless a notice was given before.',
    }),
    daysInForce: z.number().int(),
    daysOfTerm: z.number().int(),
    withdrawnInstalments: money.meta({ description: 'Not billed yet, and not billed any more.' }),
    refundableAmount: money.meta({
      description:
        'Of the cash received: what is owed to the policyholder afterwards. The rest of the return premium is merely not owed any more.',
    }),
    reasons: z
      .array(z.object({ configId: uuid, title: z.string() }).meta({ id: 'CancellationReason' }))
      .readonly()
      .meta({
        description: "The reasons of the policy's product version, by their `cancellationReasonConfigId`.",
      }),
    ...account,
  })
  .meta({ id: 'CancellationPreview' });

const reinstatementPreview = z
  .object({
    policyId: uuid,
    effectiveDate: calendarDate.meta({ description: 'The first day with coverage again.' }),
    premium: money.meta({ description: 'Charged again, without the days of the lapse.' }),
    taxesAndFees: money,
    lapse: z
      .object({ from: calendarDate, until: calendarDate })
      .optional()
      .meta({ id: 'LapsedDays', description: 'The days without coverage, up to but not including `until`.' }),
    holds,
    ...account,
  })
  .meta({ id: 'ReinstatementPreview' });

const rewritePreview = z
  .object({
    policyId: uuid,
    quoteId: uuid,
    effectiveDate: calendarDate.meta({
      description: "The quote's: the first day of the new policy, and the first without the old one.",
    }),
    returnedPremium: money,
    returnedTaxesAndFees: money,
    withdrawnInstalments: money.meta({ description: 'Not billed yet, and not billed any more.' }),
    carriedOver: money.meta({ description: 'What is paid out of the old account into the new one.' }),
    releasesRenewal: z
      .boolean()
      .meta({ description: 'Whether a renewal is held, or waits for a decision, and is released.' }),
    newPremium: money.meta({ description: "Of the new policy's term." }),
    newTaxesAndFees: money,
    holds,
    statement: previewedStatement.meta({ description: 'The statement that the cancellation would make.' }),
    balance: money.meta({
      description: 'Of the old account afterwards. Positive: still due by the policyholder.',
    }),
  })
  .meta({ id: 'RewritePreview' });

export type RewritePreview = z.infer<typeof rewritePreview>;
export type CancellationPreview = z.infer<typeof cancellationPreview>;
export type ReinstatementPreview = z.infer<typeof reinstatementPreview>;

const refusal = { description: "The policy's state, the day or the reason does not allow the event." };

export const previewCancellationOf = endpoint({
  method: 'get',
  path: '/policy/:policyId/preview/cancellation',
  operationId: 'previewCancellation',
  summary: 'Preview the return premium of a cancellation',
  description:
    'An extension. What `POLICY_CANCEL` with the same day and reason would return and bill today. Nothing is changed. ' +
    'Days of notice and authority are checked when the event is fired.',
  tags,
  params,
  query: z.object({
    effectiveDate: calendarDate.meta({ description: 'The first day without coverage.' }),
    cancellationReasonConfigId: uuid.optional().meta({ description: 'One of the reasons of the product.' }),
  }),
  responses: {
    200: { description: 'The money of the cancellation.', schema: cancellationPreview },
    409: refusal,
  },
  permission,
});

export const previewReinstatementOf = endpoint({
  method: 'get',
  path: '/policy/:policyId/preview/reinstatement',
  operationId: 'previewReinstatement',
  summary: 'Preview the charge of a reinstatement',
  description:
    'An extension. What `POLICY_REINSTATE` of a canceled policy would charge today. Nothing is changed.',
  tags,
  params,
  query: z.object({
    effectiveDate: calendarDate.optional().meta({ description: 'Default: the day of the cancellation.' }),
  }),
  responses: {
    200: { description: 'The money of the reinstatement.', schema: reinstatementPreview },
    409: refusal,
  },
  permission,
});

export const previewRewriteOf = endpoint({
  method: 'get',
  path: '/policy/:policyId/preview/rewrite',
  operationId: 'previewRewrite',
  summary: 'Preview the money of a rewrite',
  description:
    'An extension. What `POLICY_REWRITE` with the same quote would return, bill and carry over today. Nothing is changed. ' +
    'Payment and authority are checked when the event is fired.',
  tags,
  params,
  query: z.object({ quoteId: uuid.meta({ description: 'The quote that is to take its place.' }) }),
  responses: {
    200: { description: 'The money of the rewrite.', schema: rewritePreview },
    409: { description: "The policy's state or the quote does not allow the event." },
  },
  permission,
});
