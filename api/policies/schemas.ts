import { z } from 'zod';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { intakeFormat } from '../../domain/intake/intake-formats.js';
import { endpoint } from '../http/endpoint.js';
import { fullPolicy, policy } from './policy-schemas.js';

const included = z.boolean().default(false);

/** The day and the time of knowledge of a read; an extension of the interface. */
export const asOfFields = {
  effectiveOn: calendarDate.optional().meta({ description: 'The day; by default today. An extension.' }),
  knownAt: instant.optional().meta({ description: 'The time of knowledge; by default now. An extension.' }),
};

export type AsOf = z.output<z.ZodObject<typeof asOfFields>>;

/** Body of the selective full policy (spec 4.6). */
const fullPolicyFlags = z
  .object({
    includePolicy: included,
    includeQuote: included,
    includeAnswers: included,
    includeFinanceState: included.meta({ description: 'With `collectsSecurityDeposit`.' }),
    includePolicyEvents: included,
    includeClientIndustryInfo: included,
    includeAgencyInfo: included,
    includeStatements: included,
    includeLastStatements: included,
    includeClientSummary: included,
    includeCommentsStats: z.boolean().default(true),
    intakeFormat: intakeFormat.default('DAIS'),
    ...asOfFields,
  })
  .meta({ id: 'FullPolicyFlags' });

export type FullPolicyFlags = z.output<typeof fullPolicyFlags>;

/** The sections of `GET`. */
export const wholePolicy: FullPolicyFlags = {
  includePolicy: true,
  includeQuote: true,
  includeAnswers: true,
  includeFinanceState: true,
  includePolicyEvents: true,
  includeClientIndustryInfo: true,
  includeAgencyInfo: true,
  includeStatements: true,
  includeLastStatements: true,
  includeClientSummary: true,
  includeCommentsStats: true,
  intakeFormat: 'DAIS',
};

const notFound = {
  description:
    "No such policy, or neither sold nor issued by the caller's organization, or not issued by `knownAt`.",
};

const asOfDescription =
  'With `effectiveOn` or `knownAt`, `policy`, `quote` and `intakeAnswers` are as of that day, as known at that time; ' +
  'the other sections, and the payment status, are as of now.';

export const getPoliciesOfClient = endpoint({
  method: 'get',
  path: '/policy/client/:clientId',
  tagged: true,
  inLanguages: true,
  operationId: 'listPoliciesOfClient',
  summary: 'List the policies of a client',
  description:
    'Those that the organization sold or issued, the latest effective date first, at most 1,000. A client of the ' +
    'organization without policies has an empty list.',
  tags: ['Policies'],
  params: z.object({ clientId: uuid }),
  responses: {
    200: { description: 'The policies.', schema: z.array(policy) },
    404: { description: 'No such client, or not visible to the caller.' },
  },
  permission: 'policies:read',
  spec: '4.6',
});

export const getFullPolicy = endpoint({
  method: 'get',
  path: '/policy/:policyId',
  tagged: true,
  inLanguages: true,
  operationId: 'getPolicy',
  summary: 'Read a full policy',
  description: `Every section, with the answers in the format \`DAIS\`. ${asOfDescription}`,
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  query: z.object(asOfFields),
  responses: { 200: { description: 'The policy.', schema: fullPolicy }, 404: notFound },
  permission: 'policies:read',
  spec: '4.6',
});

export const postFullPolicy = endpoint({
  method: 'post',
  path: '/policy/:policyId',
  operationId: 'getPolicySections',
  readsOnly: true,
  summary: 'Read sections of a full policy',
  description:
    'Only the requested sections are read; other objects are `null` and other lists empty. ' +
    '`intakeFormat` selects the format of the answers: `DAIS` is the answer map, `PRODUCT_TREE` the question hierarchy ' +
    "of the policy's product version with the answers in their places, and `KEY_VALUE` flat pairs, in which a loop's " +
    'answers are named `loop[0].question`. ' +
    asOfDescription,
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  body: fullPolicyFlags,
  bodyOptional: true,
  bodyExample: { includePolicy: true, includeAnswers: true, intakeFormat: 'KEY_VALUE' },
  responses: { 200: { description: 'The sections.', schema: fullPolicy }, 404: notFound },
  permission: 'policies:read',
  spec: '4.6',
});
