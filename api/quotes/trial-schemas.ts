import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { term } from '../../domain/ground/term.js';
import { answerMap } from '../../domain/intake/answers.js';
import { quote } from '../../domain/quote/quote.js';
import { endpoint } from '../http/endpoint.js';

const trialRequest = z
  .object({
    effectiveDate: calendarDate,
    term: term.optional().meta({ description: 'By default the first one of the plan.' }),
    intake: answerMap,
  })
  .meta({ id: 'TrialRequest' });

export type TrialRequest = z.infer<typeof trialRequest>;

const trialRating = quote
  .pick({
    actionId: true,
    type: true,
    quotingOrganizationId: true,
    quotingOrganization: true,
    term: true,
    termMonths: true,
    bindable: true,
    requiresUnderwriterApproval: true,
    requiresPolicyholderAcceptance: true,
    quoteDetails: true,
    messages: true,
  })
  .extend({ actionName: z.string().meta({ description: 'The name of the rating action.' }) })
  .meta({ id: 'TrialRating' });

export type TrialRating = z.infer<typeof trialRating>;

export const tryRating = endpoint({
  method: 'post',
  path: '/product/:product_id/rate',
  inLanguages: true,
  operationId: 'tryRating',
  readsOnly: true,
  summary: 'Rate answers without making a quote',
  description:
    'An extension of the interface. What `GET_QUOTES` would quote for these answers now, while a form is being filled in. ' +
    'As such a quote, holds leave it: one that a hold declines has no price. Nothing is stored, no action runs, and no carrier is asked: `carriers` counts those that `GET_QUOTES` would ask.',
  tags: ['Quotes'],
  params: z.object({ product_id: uuid.meta({ description: 'A product.' }) }),
  body: trialRequest,
  bodyExample: {
    effectiveDate: '2027-01-01',
    intake: { 'client.state': { type: 'ANSWER', qid: 'client.state', answer: 'NY' } },
  },
  responses: {
    200: {
      description: 'A rating for each action of the product that rates by its own plan and applies.',
      schema: z
        .object({
          productVersionId: uuid,
          terms: z.array(term).meta({
            description: 'The terms of its plans, which can be asked for; the first is the default.',
          }),
          ratings: z.array(trialRating),
          carriers: z.number().int(),
        })
        .meta({ id: 'TrialRatings' }),
    },
    404: {
      description:
        'No such product, not visible to the caller, or no version of it covers the effective date.',
    },
  },
  permission: 'quoting:fire',
});
