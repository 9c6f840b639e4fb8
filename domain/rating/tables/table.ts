import { z } from 'zod';

const tableKey = z.strictObject({
  name: z.string().min(1),
  /**
   * `exact` cells hold the value or a list of values; `range` and `dateRange` cells hold `[from, to]`, from
   * included, `null` for an open end. Both may hold `"*"`, which matches anything, or `"otherwise"`, which
   * does so only if no row without it matches.
   */
  match: z.enum(['exact', 'range', 'dateRange']).default('exact'),
  type: z.enum(['text', 'number', 'date', 'boolean']).default('text'),
  /** Whether the upper ends of ranges belong to them; left out, they do not. */
  to: z.enum(['included', 'excluded']).optional(),
});

const tableColumn = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['number', 'text', 'boolean']).default('number'),
});

const cell = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.union([z.number(), z.string(), z.null()])),
]);

export const ratingTable = z.strictObject({
  title: z.string().optional(),
  keys: z.array(tableKey).min(1),
  columns: z.array(tableColumn).min(1),
  hitPolicy: z.enum(['unique', 'first']).default('unique'),
  /** Numbers between two rows of the last, numeric, exact key are interpolated linearly. */
  interpolate: z.literal('linear').optional(),
  /** Each row: the key cells, then the answer cells. */
  rows: z.array(z.array(cell)).min(1),
});

export type RatingTable = z.infer<typeof ratingTable>;
