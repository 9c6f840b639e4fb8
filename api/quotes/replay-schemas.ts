import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const count = z.number().int();
const replayedField = z
  .object({
    field: z.string().meta({ description: 'A field of the quote or the step, or `inputs.NAME`.' }),
    stored: z.unknown(),
    replayed: z.unknown(),
  })
  .meta({ id: 'ReplayedField' });

const quoteReplay = z
  .object({
    quoteRequestId: uuid,
    productVersionId: uuid,
    result: z.enum(['identical', 'different']).meta({ id: 'ReplayResult' }),
    steps: z
      .object({ stored: count, replayed: count })
      .meta({ id: 'ReplayedSteps', description: 'The number of steps.' }),
    worksheetSha256: z.object({ stored: z.string(), replayed: z.string() }).meta({ id: 'ReplayedHash' }),
    resultDifferences: z
      .array(replayedField)
      .meta({ description: 'Differences in outcome, premium, coverages, messages and the like.' }),
    stepDifferences: z
      .array(
        z
          .object({
            kind: z.enum(['CHANGED', 'ONLY_STORED', 'ONLY_REPLAYED']).meta({ id: 'StepDifferenceKind' }),
            number: count.meta({ description: 'Number of the step in its worksheet, from 1.' }),
            component: z.string().optional().meta({ description: 'Of a package.' }),
            section: z.string(),
            step: z.string(),
            op: z.string(),
            iterationId: z.string().optional(),
            within: z
              .array(z.string())
              .readonly()
              .optional()
              .meta({ description: 'The iterations around it, from the outside in.' }),
            fields: z.array(replayedField),
          })
          .meta({ id: 'StepDifference' }),
      )
      .meta({ description: 'The first different steps, in the order of rating.' }),
    stepDifferenceCount: count.meta({ description: 'The number of different steps.' }),
  })
  .meta({ id: 'QuoteReplay' });

export type QuoteReplayObject = z.infer<typeof quoteReplay>;

export const replayQuote = endpoint({
  method: 'get',
  path: '/quote/:quoteRequestId/replay',
  operationId: 'replayQuote',
  summary: 'Rate a stored quote again and compare',
  description:
    'An extension of the interface. Rates the stored intake with the stored product version and returns `identical`, or the first steps that differ. Nothing is stored.',
  tags: ['Quotes'],
  params: z.object({ quoteRequestId: uuid }),
  responses: {
    200: { description: 'The comparison of the quote with its replay.', schema: quoteReplay },
    409: { description: 'The quote cannot be replayed: no plan of the product made it.' },
  },
  permission: 'quotes:read',
});
