import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { quote } from '../../domain/quote/quote.js';
import { endpoint } from '../http/endpoint.js';
import { queryFlag } from '../http/query.js';

export const getQuote = endpoint({
  method: 'get',
  path: '/quote/:quoteRequestId',
  tagged: true,
  inLanguages: true,
  operationId: 'getQuote',
  summary: 'Read a quote',
  tags: ['Quotes'],
  params: z.object({ quoteRequestId: uuid }),
  query: z.object({ includeRawData: queryFlag }),
  responses: { 200: { description: 'The quote.', schema: quote } },
  permission: 'quotes:read',
  spec: '4.5',
});

export const getQuotesByTrigger = endpoint({
  method: 'get',
  path: '/quotes/trigger/:triggerRequestId',
  tagged: true,
  inLanguages: true,
  operationId: 'getQuotesOfEvent',
  summary: 'Read the quotes of a fired event',
  description:
    'The quotes that the rating actions have made so far, asynchronous ones included. `preGenerateQuoteProposal` generates the proposal of each quote, and adds it as `quoteProposal`.',
  tags: ['Quotes'],
  params: z.object({ triggerRequestId: uuid }),
  query: z.object({ preGenerateQuoteProposal: queryFlag }),
  responses: {
    200: {
      description: 'The quotes, including declined and failed ones.',
      schema: z.object({ quoted: z.array(quote), declined: z.array(quote) }).meta({ id: 'QuotesOfTrigger' }),
    },
  },
  permission: 'quotes:read',
  spec: '4.5',
});
