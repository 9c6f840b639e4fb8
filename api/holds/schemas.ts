import { z } from 'zod';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import {
  changedCoverages,
  holdCoverages,
  holdPlace,
  holdStates,
  holdStops,
  lastDay,
} from '../../domain/holds/hold.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const tags = ['Holds'] as const;
const params = z.object({ holdId: uuid });
const unknown = { description: 'The organization has no such hold.' };

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'Such as the name of the storm; messages have it.' });
const reason = z.string().trim().min(1).max(2_000);
const firstDay = calendarDate.meta({ description: "The first day, in the product's time zone." });

/** What everybody sees who is stopped by it. */
const shown = {
  id: uuid,
  title: z.string(),
  lineId: uuid.optional().meta({ description: 'The product; absent: all products of the organization.' }),
  firstDay,
  lastDay,
  place: holdPlace,
  coverages: z.array(z.string()),
  stops: holdStops,
};

const override = z
  .object({
    id: uuid,
    holdId: uuid,
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    reason: z.string(),
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'The person or key that recorded it.' }),
  })
  .meta({ id: 'HoldOverride' });
export type OverrideView = z.output<typeof override>;

export const hold = z
  .object({
    ...shown,
    reason: z.string().optional().meta({ description: 'For the organization alone.' }),
    state: z.enum(holdStates).meta({
      id: 'HoldState',
      description:
        "Today, in the organization's time zone. `ENDED`: by a person. `OVER`: its last day has passed.",
    }),
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'The person or key that declared it.' }),
    updatedTimestamp: instant,
    version: z.number().int().meta({ description: 'It only grows.' }),
    endedTimestamp: instant.optional(),
    endedBy: jsonObject.optional(),
  })
  .meta({ id: 'Hold' });
export type HoldView = z.output<typeof hold>;

const holdWithOverrides = hold
  .extend({ overrides: z.array(override).meta({ description: 'The latest hundred, the newest first.' }) })
  .meta({ id: 'HoldWithOverrides' });

const declaration = z
  .strictObject({
    title,
    reason: reason.optional(),
    lineId: uuid
      .optional()
      .meta({ description: 'One product; by default all products of the organization.' }),
    firstDay,
    lastDay: lastDay.default(null),
    place: holdPlace,
    coverages: holdCoverages,
    stops: holdStops,
  })
  .meta({ id: 'HoldDeclaration' });
export type HoldDeclaration = z.output<typeof declaration>;

const missingQuestion =
  'A product that it concerns names no question for the ZIP code or the county of a risk; or its days are in the wrong order.';

export const postHold = endpoint({
  method: 'post',
  path: '/hold',
  operationId: 'declareHold',
  summary: 'Declare a hold',
  description:
    'Stops business in a place for some days, of one product or of all products of the organization, whoever sells them. It ' +
    'is judged in the transaction of whatever it stops: what begins after the answer is stopped. An extension.',
  tags,
  permission: 'holds:write',
  body: declaration,
  bodyExample: {
    title: 'Hurricane Milton',
    reason: 'Landfall is expected on 9 October',
    firstDay: '2026-10-07',
    lastDay: '2026-10-12',
    place: { states: ['FL'] },
    stops: { newQuotes: 'DECLINE', binding: 'FREEZE', raisedLimits: 'REFER', loweredDeductibles: 'REFER' },
  },
  responses: {
    201: { description: 'The hold.', schema: hold },
    400: { description: missingQuestion },
    404: { description: 'The organization owns no such product.' },
    409: { description: 'The organization has too many open holds.' },
  },
});

export const listHolds = endpoint({
  method: 'get',
  path: '/hold',
  operationId: 'listHolds',
  summary: 'List holds',
  description: 'The holds of the organization, the latest declared first. An extension.',
  tags,
  query: z.object({
    ...pageQuery,
    lineId: uuid.optional().meta({ description: 'Those that concern the product.' }),
    inForce: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: "`true`: those that are in force today, in the organization's time zone." }),
  }),
  permission: 'holds:read',
  responses: {
    200: {
      description: 'A page of holds.',
      schema: z.object({ ...pageFields(hold), totalIsExact: z.boolean() }).meta({ id: 'HoldPage' }),
    },
  },
});

export const getConcerningHolds = endpoint({
  method: 'get',
  path: '/hold/concerning',
  operationId: 'getConcerningHolds',
  summary: 'The holds that concern a product, a quote or a policy',
  description:
    'Those in force now. Of a quote or a policy: where its risk is, unless they are overridden for it. For the insurer and ' +
    'for who sells its products. Name one of the three. An extension.',
  tags,
  query: z.object({
    lineId: uuid.optional(),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
  }),
  permission: 'holds:read',
  responses: {
    200: {
      description: 'The holds.',
      schema: z
        .object({ holds: z.array(z.object(shown).meta({ id: 'ConcerningHold' })) })
        .meta({ id: 'ConcerningHolds' }),
    },
    404: { description: 'The organization sees no such record.' },
  },
});

export const getHold = endpoint({
  method: 'get',
  path: '/hold/:holdId',
  operationId: 'getHold',
  summary: 'Read a hold',
  description: 'With its overrides. An extension.',
  tags,
  params,
  permission: 'holds:read',
  responses: { 200: { description: 'The hold.', schema: holdWithOverrides }, 404: unknown },
});

export const patchHold = endpoint({
  method: 'patch',
  path: '/hold/:holdId',
  operationId: 'changeHold',
  summary: 'Change a hold',
  description:
    'Such as its last day, or its ZIP codes when the storm has moved. What is not sent stays. `stops`, `coverages` and `place` ' +
    'are replaced as a whole: a `place` with `zips` alone has no states and no counties afterwards. An extension.',
  tags,
  params,
  permission: 'holds:write',
  body: z
    .strictObject({
      title: title.optional(),
      reason: reason.nullable().optional().meta({ id: 'ReasonOfHold' }),
      firstDay: firstDay.optional(),
      lastDay: lastDay.optional(),
      place: holdPlace.optional(),
      coverages: changedCoverages,
      stops: holdStops.optional(),
    })
    .meta({ id: 'HoldChange' }),
  bodyExample: { lastDay: '2026-10-14' },
  responses: {
    200: { description: 'The hold.', schema: hold },
    400: { description: missingQuestion },
    404: unknown,
    409: { description: 'It was ended.' },
  },
});
export type HoldChange = z.output<NonNullable<typeof patchHold.body>>;

export const endHold = endpoint({
  method: 'post',
  path: '/hold/:holdId/end',
  operationId: 'endHold',
  summary: 'End a hold',
  description: 'For good, at once. Safe to repeat. An extension.',
  tags,
  params,
  permission: 'holds:write',
  responses: { 200: { description: 'The hold.', schema: hold }, 404: unknown },
});

export const overrideHold = endpoint({
  method: 'post',
  path: '/hold/:holdId/override',
  operationId: 'overrideHold',
  summary: 'Override a hold',
  description:
    'For a quote, which counts for further quotes of its client, too, or for a policy. A quote that the hold has declined ' +
    'stays declined: have it quoted again. The audit log has the reason. An extension.',
  tags,
  params,
  permission: 'holds:override',
  body: z
    .strictObject({ quoteId: uuid.optional(), policyId: uuid.optional(), reason })
    .refine(({ quoteId, policyId }) => (quoteId === undefined) !== (policyId === undefined), {
      path: ['quoteId'],
      message: 'name a quoteId or a policyId, one of them',
    })
    .meta({ id: 'HoldOverrideRequest' }),
  bodyExample: {
    quoteId: '7f3e5a1c-9b2d-4c68-8e0f-1a2b3c4d5e6f',
    reason: 'The building was inspected this morning',
  },
  responses: {
    201: { description: 'The override.', schema: override },
    404: { description: 'The organization has no such hold, or sees no such quote or policy.' },
    409: { description: 'It was ended, or has too many overrides.' },
  },
});
export type HoldOverrideRequest = z.output<NonNullable<typeof overrideHold.body>>;
