import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const amount = z.string().nullable();
const comparedField = z
  .object({
    field: z.string().meta({ description: 'A field, `inputs.NAME` of a step, or the question.' }),
    a: z.unknown(),
    b: z.unknown(),
  })
  .meta({ id: 'ComparedField' });
const comparedAnswer = comparedField
  .extend({
    iterationId: z
      .string()
      .optional()
      .meta({ description: 'Of an answer in a loop: the iteration in A, or in B if A lacks it.' }),
  })
  .meta({ id: 'ComparedAnswer' });
const change = z
  .object({ a: z.string(), b: z.string(), difference: z.string() })
  .meta({ id: 'ComparedAmount' });

const quoteComparison = z
  .object({
    givens: z.array(comparedField).meta({
      description: 'Other inputs: product version, action, effective date, term, loading in percent.',
    }),
    answers: z.array(comparedAnswer),
    outcomes: z.array(comparedField),
    amounts: z
      .object({ premium: change, taxesAndFees: change, unexplained: z.string() })
      .optional()
      .meta({ id: 'ComparedAmounts', description: 'Absent if one of the two has no premium.' }),
    steps: z.array(
      z
        .object({
          kind: z.enum(['CHANGED', 'ONLY_A', 'ONLY_B']).meta({ id: 'ComparedStepKind' }),
          component: z.string().optional().meta({ description: 'Of a package.' }),
          section: z.string(),
          step: z.string().nullable().meta({ description: 'Null for a whole section or iteration.' }),
          op: z.string(),
          iterationId: z.string().optional(),
          within: z.array(z.string()).readonly().optional(),
          iteration: z.string().optional().meta({ description: 'Such as `locations #2`.' }),
          differences: z.array(comparedField),
          explains: amount.meta({
            description:
              'Its effect on the premium, with later steps as in A; null for a value that later steps use.',
          }),
          carries: amount.meta({ description: 'What later steps explain by its value, and its own effect.' }),
          own: amount.meta({ description: 'The part of it that begins at this step.' }),
        })
        .meta({ id: 'ComparedStep' }),
    ),
  })
  .meta({ id: 'QuoteComparison' });

export type QuoteComparisonObject = z.infer<typeof quoteComparison>;

export const compareQuotes = endpoint({
  method: 'get',
  path: '/quote/:quoteRequestId/compare/:quoteId',
  operationId: 'compareQuotes',
  summary: 'Compare two quotes step by step',
  description:
    'An extension of the interface. How quote B, `quoteId`, differs from quote A, `quoteRequestId`: the answers, and a ' +
    'waterfall from the premium of A to that of B. What the steps explain adds up to the difference, with taxes and fees. ' +
    'Amounts are decimal text.',
  tags: ['Quotes'],
  params: z.object({
    quoteRequestId: uuid.meta({ description: 'Quote A.' }),
    quoteId: uuid.meta({ description: 'Quote B.' }),
  }),
  responses: { 200: { description: 'The differences of B from A.', schema: quoteComparison } },
  permission: 'quotes:read',
});
