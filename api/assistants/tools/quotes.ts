import { z } from 'zod';
import { type ComparisonToTell, comparedInWords } from '../../../domain/assistants/compared.js';
import {
  explainedInWords,
  stepsInWords,
  type WorksheetToTell,
} from '../../../domain/assistants/explained.js';
import { uuid } from '../../../domain/ground/primitives.js';
import { ToolRefused } from '../carry-out.js';
import { reading } from '../tool.js';

const quoteId = uuid.meta({ description: 'A quote' });

/** Why a quote costs what it costs. */
export const explainPremium = reading({
  name: 'explain_premium',
  title: 'Explain a premium',
  sentence: 'Explains what a quote costs and why, part by part; with a part, each step of it.',
  input: z.strictObject({
    quoteId,
    part: z.string().max(200).optional().meta({ description: 'Such as coverage:COLL' }),
  }),
  operations: ['getWorksheet'],
  reads: async ({ quoteId: id, part }, { operations }) => {
    const sheet = await operations.call<WorksheetToTell>('getWorksheet', { params: { quoteId: id } });
    if (part === undefined) return explainedInWords(sheet);
    const told = stepsInWords(sheet, part);
    if ('text' in told) return told;
    const meant = told.meant === undefined ? '' : ` Did you mean ${told.meant}?`;
    throw new ToolRefused(`There is no such part.${meant} Parts: ${told.parts.join(', ')}`);
  },
});

/** How two quotes differ. */
export const compareQuotesTool = reading({
  name: 'compare_quotes',
  title: 'Compare two quotes',
  sentence:
    'Says how quote B differs from quote A, and which answers and steps change the price by how much.',
  input: z.strictObject({ a: quoteId, b: quoteId }),
  operations: ['compareQuotes'],
  reads: async ({ a, b }, { operations }) =>
    comparedInWords(
      { a, b },
      await operations.call<ComparisonToTell>('compareQuotes', { params: { quoteRequestId: a, quoteId: b } }),
    ),
});
