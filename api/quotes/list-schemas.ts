import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { quoteFilters, quoteOutcome } from '../../db/quotes/quote-filters.js';
import { uuid } from '../../domain/ground/primitives.js';
import { quote } from '../../domain/quote/quote.js';
import { brokenLimit } from '../../domain/quote/referral-reason.js';
import { quoteWaitsFor } from '../../domain/quote/underwriting.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { queryFlag } from '../http/query.js';
import { reviewer } from './review-schemas.js';

const listedQuote = quote
  .pick({
    requestId: true,
    triggerRequestId: true,
    type: true,
    lineId: true,
    lineName: true,
    clientId: true,
    clockId: true,
    clientOrganizationId: true,
    quotingOrganizationId: true,
    quotingOrganization: true,
    effectiveDate: true,
    term: true,
    termMonths: true,
    bindable: true,
    underwriterResponse: true,
    requiresUnderwriterApproval: true,
    requiresPolicyholderAcceptance: true,
    quoteTimestamp: true,
    productVersionId: true,
  })
  .extend({
    outcome: quoteOutcome,
    underReview: z.boolean().meta({ description: 'An underwriter still has to decide.' }),
    waitsFor: quoteWaitsFor.optional(),
    bound: z.boolean().meta({ description: 'A policy, a renewal or a change was issued from it.' }),
    policyId: uuid
      .optional()
      .meta({ description: 'The policy that was issued from it, or whose change or renewal it is.' }),
    premium: z
      .number()
      .optional()
      .meta({ description: 'Of the whole term, before taxes and fees; absent if it was declined.' }),
    taxesAndFees: z
      .number()
      .optional()
      .meta({ description: 'Of the whole term, not part of `premium`; absent if it was declined.' }),
    clientName: z.string().optional().meta({ description: 'As it was answered, else of the own client.' }),
    referralReasons: z
      .array(z.string())
      .meta({ description: 'Why an underwriter decides: the first 20 messages of rules, limits and holds.' }),
    brokenLimits: z
      .array(brokenLimit)
      .meta({ description: 'The values of those reasons that are over or under a limit.' }),
    assignedTo: reviewer
      .optional()
      .meta({ description: 'Who reviews it; only for the quoting organization.' }),
    assignedTimestamp: z.iso.datetime().optional(),
    noteCount: z
      .number()
      .int()
      .optional()
      .meta({ description: 'The notes of underwriters; only for the quoting organization.' }),
  })
  .meta({ id: 'ListedQuote' });

export type ListedQuote = z.infer<typeof listedQuote>;

export const listQuotes = endpoint({
  method: 'get',
  path: '/quote',
  inLanguages: true,
  operationId: 'listQuotes',
  summary: 'List quotes',
  description:
    "An extension, newest first unless `oldestFirst`. The quotes of the organization's clients and those that it made for other organizations' clients, " +
    'such as referrals of its sellers (`underReview=true`). A package is listed without its components. Totals are exact ' +
    'up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, too: continue with ' +
    '`createdTo` of the oldest quote read, or with `createdFrom` of the newest if it is `oldestFirst`. ' +
    'An API key that is restricted to products finds the quotes of its products.',
  tags: ['Quotes'],
  query: z.object({ ...filterFields(quoteFilters), oldestFirst: queryFlag, ...pageQuery }),
  responses: {
    200: {
      description: 'A page of quotes.',
      schema: z.object({ ...pageFields(listedQuote), totalIsExact: z.boolean() }).meta({ id: 'QuotePage' }),
    },
  },
  permission: 'quotes:read',
  audited: 'QUOTES_LISTED',
  narrowsToProducts: true,
});

export type QuoteQuery = z.infer<NonNullable<typeof listQuotes.query>>;
