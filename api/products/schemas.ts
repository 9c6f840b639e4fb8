import { z } from 'zod';
import { authority } from '../../domain/authority/authority.js';
import { eventType } from '../../domain/events/catalog.js';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { answerMap } from '../../domain/intake/answers.js';
import { productDisplay } from '../../domain/product/product-display.js';
import { endpoint } from '../http/endpoint.js';

const productParams = z.object({
  product_id: uuid.meta({ description: 'A product, or a line below its root.' }),
});

const questionsRequest = z
  .object({
    answers: answerMap.default({}),
    skipLineQuestions: z.array(uuid).default([]),
    excludeQuestions: z.boolean().default(false),
  })
  .meta({ id: 'QuestionsRequest' });

export const hostedVersionSegment = z
  .object({
    versionId: uuid,
    organizationId: uuid,
    version: z.string(),
    buildNumber: z.number().int(),
    active: z.boolean().meta({ description: 'In force today.' }),
    status: z
      .enum(['ARCHIVED', 'LIVE', 'RETIRED', 'SCHEDULED', 'NOT_DEPLOYED'])
      .meta({ id: 'HostedVersionStatus' }),
    effectiveDate: calendarDate,
    expirationDate: calendarDate.optional(),
    numberOfDays: z.number().int(),
    proportionalLength: z.number().int(),
    createdTimestamp: instant,
    updatedTimestamp: instant,
    createdBy: z.object({ personId: uuid.optional(), name: z.string() }).meta({ id: 'VersionCreator' }),
    messageCount: z.number().int(),
    forkCount: z.number().int(),
    supportsRepositoryOperations: z
      .boolean()
      .meta({ description: "Whether the caller's organization owns the version." }),
  })
  .meta({ id: 'HostedVersionSegment' });
export type HostedVersionSegment = z.infer<typeof hostedVersionSegment>;

const hostedVersions = z
  .object({
    envirnmentDeplymentTimelineMap: z
      .object({
        DEV: z.array(hostedVersionSegment),
        UAT: z.array(hostedVersionSegment),
        PROD: z.array(hostedVersionSegment),
      })
      .meta({ id: 'HostedVersionTimelines' }),
  })
  .meta({ id: 'HostedVersions' });
export type HostedVersions = z.infer<typeof hostedVersions>;

export const postQuestions = endpoint({
  method: 'post',
  path: '/product/:product_id/questions',
  inLanguages: true,
  operationId: 'getQuestions',
  readsOnly: true,
  summary: 'Read the question hierarchy of a product',
  description:
    "Of the version that is live today (UTC) in this installation's environment. `visible` is computed from the " +
    'conditions and `answers`. For each line in `skipLineQuestions` the line stays in the tree without `display`; ' +
    'with `excludeQuestions` sections and subsections stay, without questions. By the id of a line below the root it is ' +
    'that line, with those below it.',
  tags: ['Products'],
  params: productParams,
  body: questionsRequest,
  bodyExample: {
    answers: { 'client.state': { type: 'ANSWER', qid: 'client.state', answer: 'NY' } },
    skipLineQuestions: [],
    excludeQuestions: false,
  },
  responses: {
    200: { description: 'The product with its lines and questions.', schema: productDisplay },
    404: {
      description: 'No such product, not visible to the caller, or no version of it is deployed here today.',
    },
  },
  permission: 'products:read',
  spec: '4.3',
});

export const getAuthority = endpoint({
  method: 'get',
  path: '/product/:product_id/authority',
  tagged: true,
  operationId: 'getAuthority',
  summary: "Read what the caller's organization may do with a product",
  description:
    "The owner may do everything. For another organization it is what its license grants, within the product's settings " +
    'of today. An extension.',
  tags: ['Products'],
  params: productParams,
  responses: {
    200: {
      description: 'Its authority, and the events that it can fire about quotes and policies of the owner.',
      schema: z
        .object({
          productId: uuid,
          ownerOrganizationId: uuid,
          isOwner: z.boolean(),
          authority: authority.nullable().meta({ description: 'Null for the owner.' }),
          events: z.array(eventType),
        })
        .meta({ id: 'ProductAuthority' }),
    },
    404: { description: 'No such product, or not visible to the caller.' },
  },
  permission: 'products:read',
});

export const getHostedVersions = endpoint({
  method: 'get',
  path: '/product/:product_id/hosted-versions',
  tagged: true,
  operationId: 'listHostedVersions',
  summary: "Read a product's deployment timelines",
  description:
    'Segments by environment, in order of their dates. A segment ends on the day the next begins. One that was ' +
    'withdrawn, archived or replaced from its first day covers no day. A segment without an end is measured to ' +
    'one year after today or after its start, whichever is later; `proportionalLength` is in whole percents of ' +
    'the timeline and sums to 100.',
  tags: ['Products'],
  params: productParams,
  responses: {
    200: {
      description: 'The timelines; an environment without deployments has none.',
      schema: hostedVersions,
    },
    404: { description: 'No such product, or not visible to the caller.' },
  },
  permission: 'products:read',
  spec: '4.3',
});
