import { z } from 'zod';
import { decimalConstant } from '../../ground/primitives.js';
import { packedRows } from './packed-rows.js';

const tableKey = z.strictObject({
  name: z.string().min(1).describe('The name by which lookups give the key.'),
  match: z
    .enum(['exact', 'range', 'dateRange', 'upTo'])
    .default('exact')
    .describe(
      '`exact` cells hold the value or a list of values; `range` and `dateRange` cells hold `[from, to]`, from ' +
        'included, `null` for an open end; `upTo` cells hold the upper end of a range that begins where the row ' +
        'before ends, `"*"` for an open end. All may hold `"*"`, which matches anything, or `"otherwise"`, which ' +
        'does so only if no row without it matches.',
    ),
  type: z
    .enum(['text', 'number', 'date', 'boolean'])
    .default('text')
    .describe('The type of exact cells, or of the ends of a range.'),
  from: z
    .enum(['included', 'excluded'])
    .optional()
    .describe('Whether the lower ends of ranges belong to them; by default they do.'),
  to: z
    .enum(['included', 'excluded'])
    .optional()
    .describe('Whether the upper ends belong to their ranges: by default those of `upTo` do, others do not.'),
});

const tableColumn = z.strictObject({
  name: z.string().min(1).describe('The name by which lookups choose the column.'),
  type: z.enum(['number', 'text', 'boolean']).default('number').describe('The type of its cells.'),
});

const cell = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.union([z.number(), z.string(), z.null()])),
]);

export const ratingTable = z.strictObject({
  title: z.string().optional().describe('The title in the rate manual.'),
  keys: z.array(tableKey).min(1).describe('What is looked up.'),
  columns: z.array(tableColumn).min(1).describe('What is found.'),
  hitPolicy: z
    .enum(['unique', 'first'])
    .default('unique')
    .describe('`unique`: rows that overlap are an error. `first`: the first row that matches applies.'),
  interpolate: z
    .enum(['linear', 'bilinear'])
    .optional()
    .describe(
      '`linear`: numbers between two rows of the last, numeric, exact key are interpolated linearly. `bilinear`: ' +
        'so are those between four rows of the last two keys.',
    ),
  graduated: z
    .strictObject({
      per: decimalConstant.describe('The number of units for which a rate is: 1, 100, 1000.'),
    })
    .optional()
    .describe(
      "The cells are rates: each band's part of the number that is looked up in the last key is charged at the rate " +
        'of its band, from zero on. The last key takes upper ends (`upTo`) of numbers.',
    ),
  across: z
    .array(cell)
    .min(1)
    .optional()
    .describe(
      'A two-way table as it is printed: the cells of the last key, which head its columns. Each row has the cells ' +
        'of the other keys, then an answer for each cell across.',
    ),
  rows: z.array(z.array(cell)).describe('Each row: the key cells, then the answer cells.'),
  packed: packedRows
    .optional()
    .describe('More rows, which follow the others: import packs those of a large table.'),
});

export type RatingTable = z.infer<typeof ratingTable>;
