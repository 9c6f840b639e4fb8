import { z } from 'zod';
import { calendarDate, jsonObject, uuid } from '../../../domain/ground/primitives.js';
import { answerMap } from '../../../domain/intake/answers.js';
import { policyChangeKinds } from '../../../domain/policy/policy-change.js';
import { endpoint } from '../../http/endpoint.js';
import { policyContract, policyMeta } from '../policy-schemas.js';
import { asOfFields } from '../schemas.js';

const onDate = z
  .object({
    policyNumber: z.string().nullable(),
    termNumber: z.number().int(),
    termEffectiveDate: calendarDate,
    termExpirationDate: calendarDate.meta({ description: 'The first day after the term.' }),
    inForce: z.boolean().meta({ description: 'Whether the day is covered.' }),
    cancelledOn: calendarDate.nullable(),
    termPremium: z.number().meta({ description: 'The premium of a full term of the policy as of this day.' }),
    premium: z
      .number()
      .meta({ description: 'The premium of the term, with every change and ledger entry known then.' }),
    earnedPremium: z.number().meta({ description: 'The premium earned before this day.' }),
    unearnedPremium: z.number().meta({ description: 'The rest of the premium.' }),
    quoteId: uuid.nullable(),
    answers: answerMap,
    policyContract: policyContract.meta({
      description: 'The contract of this day; its `premium` is that of a whole term. Empty if unknown.',
    }),
    policyMeta: policyMeta.meta({ description: 'The insured and the other parties of this day.' }),
  })
  .meta({ id: 'PolicyOnDate' });

const change = z
  .object({
    sequence: z.number().int(),
    kind: z.enum(policyChangeKinds).meta({ id: 'PolicyChangeKind' }),
    effectiveDate: calendarDate,
    recordedTimestamp: z.iso.datetime({ offset: true }),
    premiumChange: z.number(),
    termPremium: z.number(),
    quoteId: uuid.nullable(),
    differences: z
      .array(
        z
          .object({
            what: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          })
          .meta({ id: 'PolicyDifference' }),
      )
      .meta({
        description:
          'What an endorsement, a true-up or a renewal has altered, in words: the insured, answers, coverages with their limits. Null: the policy did not have it.',
      }),
    createdBy: jsonObject
      .nullable()
      .meta({ description: 'The person, the key or the service that made it.' }),
    applies: z.boolean().meta({ description: 'Whether it is in force on the requested day.' }),
  })
  .meta({ id: 'PolicyTimelineChange' });

const policyTimeline = z
  .object({
    policyId: uuid,
    effectiveOn: calendarDate,
    knownAt: z.iso.datetime({ offset: true }),
    policy: onDate.nullable().meta({ description: 'Null if nothing was known of it, or it had not begun.' }),
    changes: z
      .array(change)
      .meta({ description: 'The changes known then, in the order in which they were recorded.' }),
  })
  .meta({ id: 'PolicyTimeline' });

export type PolicyTimeline = z.infer<typeof policyTimeline>;

export const getTimeline = endpoint({
  method: 'get',
  path: '/policy/:policyId/timeline',
  operationId: 'getPolicyTimeline',
  summary: 'Read a policy as it was on a day, and as it was known at a time',
  description:
    'An extension of the interface. `effectiveOn` is the requested day, by default today; ' +
    '`knownAt` is the time of knowledge, by default now. A back-dated change shows under a day ' +
    'before it was recorded only with a later `knownAt`.',
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  query: z.object(asOfFields),
  responses: {
    200: { description: 'The timeline.', schema: policyTimeline },
    404: { description: "No such policy, or neither sold nor issued by the caller's organization." },
  },
  permission: 'policies:read',
});
