import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { quoteFilters, quoteOutcome } from '../../db/quotes/quote-filters.js';
import { quote } from '../../domain/quote/quote.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const listedQuote = quote
  .pick({
    ...{ requestId: true, triggerRequestId: true, type: true, lineId: true, lineName: true, clientId: true },
    ...{ clientOrganizationId: true, quotingOrganizationId: true, quotingOrganization: true },
    ...{ effectiveDate: true, term: true, bindable: true, underwriterResponse: true },
    ...{ requiresUnderwriterApproval: true, requiresPolicyholderAcceptance: true },
    ...{ quoteTimestamp: true, productVersionId: true },
  })
  .extend({
    outcome: quoteOutcome,
    underReview: z.boolean().meta({ description: 'An underwriter still has to decide.' }),
    premium: z
      .number()
      .optional()
      .meta({ description: 'Of the whole term, before taxes and fees; absent if it was declined.' }),
  })
  .meta({ id: 'ListedQuote' });

export type ListedQuote = z.infer<typeof listedQuote>;

export const listQuotes = endpoint({
  method: 'get',
  path: '/quote',
  operationId: 'listQuotes',
  summary: 'List quotes, newest first',
  description:
    "An extension. The quotes of the organization's clients and those that it made for other organizations' clients, " +
    'such as referrals of its sellers (`underReview=true`). A package is listed without its components. Totals are exact ' +
    'up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, too: continue with ' +
    '`createdTo` of the oldest quote read.',
  tags: ['Quotes'],
  query: z.object({ ...filterFields(quoteFilters), ...pageQuery }),
  responses: {
    200: {
      description: 'A page of quotes.',
      schema: z.object({ ...pageFields(listedQuote), totalIsExact: z.boolean() }).meta({ id: 'QuotePage' }),
    },
  },
  permission: 'quotes:read',
  audited: 'QUOTES_LISTED',
});

export type QuoteQuery = z.infer<NonNullable<typeof listQuotes.query>>;
