import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

/** More are rated by the command line, next to the database. */
export const mostRisks = 20_000;

const amount = z.string().meta({ description: 'Decimal text.' });
const amounts = z.object({ against: amount, candidate: amount }).meta({ id: 'ImpactAmounts' });
const count = z.number().int();
const risks = z.object({ quotes: count, premium: amount }).meta({ id: 'ImpactRisks' });
const version = z
  .object({ versionId: uuid, version: z.string(), buildNumber: count })
  .meta({ id: 'ImpactVersion' });

const impactReport = z
  .object({
    candidate: version,
    against: version,
    risks: count,
    leftOut: count.meta({
      description: 'Risks that no plan of the product rates; the rest is without them.',
    }),
    premium: amounts.meta({ description: 'Of the term, of the risks that both versions quote.' }),
    taxesAndFees: amounts,
    raised: count,
    lowered: count,
    unchanged: count,
    noLongerQuoted: risks,
    newlyQuoted: risks,
    bins: z
      .array(
        z
          .object({ from: z.number().nullable(), to: z.number().nullable(), quotes: count, premium: amounts })
          .meta({ id: 'ImpactBin' }),
      )
      .meta({ description: 'Risks by the change of their premium in per cent.' }),
    contributions: z
      .array(
        z
          .object({ title: z.string(), premium: amount, taxesAndFees: amount })
          .meta({ id: 'ImpactContribution' }),
      )
      .meta({ description: 'What each change of the product does, after those before it.' }),
    splits: z.array(
      z
        .object({
          name: z.string(),
          groups: z.array(
            z
              .object({ label: z.string(), premium: amounts, percent: z.string() })
              .meta({ id: 'ImpactGroup' }),
          ),
        })
        .meta({ id: 'ImpactSplit' }),
    ),
    reasons: z
      .array(z.object({ reason: z.string(), risks: count }).meta({ id: 'ImpactReason' }))
      .meta({ description: 'Why the candidate does not quote risks, the most frequent ones.' }),
  })
  .meta({ id: 'ImpactReport' });

export type ImpactReport = z.infer<typeof impactReport>;

const impactRequest = z
  .strictObject({
    against: uuid.meta({ description: 'The version that it is compared with, of the same product.' }),
    from: calendarDate.optional().meta({
      description: 'Quotes made on or after this day, whichever version rated them; none of test clocks.',
    }),
    policies: calendarDate
      .optional()
      .meta({ description: 'Policies in force on this day; none of test clocks.' }),
    by: z.string().max(500).optional().meta({
      description: 'Questions and values to split by, such as `client.state,revenue:4,years@2/5/10`.',
    }),
  })
  .refine(({ from, policies }) => (from === undefined) !== (policies === undefined), {
    path: ['from'],
    message: 'or policies is required, and not both',
  })
  .meta({ id: 'ImpactRequest' });

export type ImpactRequest = z.infer<typeof impactRequest>;

export const postImpact = endpoint({
  method: 'post',
  path: '/product/version/:versionId/impact',
  operationId: 'compareImpact',
  readsOnly: true,
  summary: 'Rate stored risks with two versions',
  description:
    `An extension. Rates at most ${mostRisks} quotes or policies of the product with the version and with another one, and ` +
    'answers how premiums change and which change of the product causes how much of it. It takes some seconds. Nothing is stored.',
  tags: ['Product authoring'],
  params: z.object({ versionId: uuid }),
  body: impactRequest,
  bodyExample: { against: '00000000-0000-4000-8000-000000000000', from: '2027-01-01' },
  responses: {
    200: { description: 'What the version does to the premiums.', schema: impactReport },
  },
  permission: 'products:write',
  share: 'impacts',
});
