import { z } from 'zod';
import { condition, expression, roundingMode } from '../expression/written.js';
import { decimalConstant } from '../ground/primitives.js';
import { term } from '../ground/term.js';

/**
 * The rating plan language, as it is written in a product file. `docs/authoring-a-product.md` explains it
 * with examples; `compile-plan.ts` turns it into closures once per product version.
 */

const named = { name: z.string().min(1), when: condition.optional() };

/** How a looked-up or computed number changes the running amount. */
export const application = z.enum(['set', 'multiply', 'add', 'subtract', 'divide']);

const lookup = z.object({
  ...named,
  op: z.literal('lookup'),
  table: z.string(),
  /** Key column name to the value looked up under it. */
  keys: z.record(z.string(), expression),
  /** The answer column; needed where the table has several. */
  column: z.string().optional(),
  /** Apply the number found to the running amount ... */
  apply: application.optional(),
  /** ... or keep what was found as a derived value of this name. At least one of the two. */
  as: z.string().optional(),
});

const arithmetic = z.object({
  ...named,
  op: z.enum(['set', 'multiply', 'add', 'subtract', 'divide', 'min', 'max']),
  /** `min` lowers the running amount to this value at most, `max` raises it to this value at least. */
  by: expression,
});

const round = z.object({
  ...named,
  op: z.literal('round'),
  digits: z.number().int().min(-6).max(10),
  mode: roundingMode.default('HALF_UP'),
});

/** Computes a derived value from an expression. */
const derive = z.object({ ...named, op: z.literal('derive'), as: z.string().min(1), value: expression });

export interface SumOverLoopStep {
  name: string;
  when?: Record<string, unknown> | undefined;
  op: 'sumOverLoop';
  /** The loop question's id. */
  loop: string;
  /** Run for each iteration, each starting at zero; the results are added up. */
  steps: Step[];
  apply?: z.infer<typeof application> | undefined;
  /** Also keep the sum as a derived value of this name. */
  as?: string | undefined;
}

export interface IfStep {
  name: string;
  when?: Record<string, unknown> | undefined;
  op: 'if';
  condition: Record<string, unknown>;
  then: Step[];
  else?: Step[] | undefined;
}

export type Step =
  | z.infer<typeof lookup>
  | z.infer<typeof arithmetic>
  | z.infer<typeof round>
  | z.infer<typeof derive>
  | SumOverLoopStep
  | IfStep;

export const step: z.ZodType<Step> = z
  .lazy(() =>
    z.discriminatedUnion('op', [
      lookup,
      arithmetic,
      round,
      derive,
      z.object({
        ...named,
        op: z.literal('sumOverLoop'),
        loop: z.string(),
        steps: z.array(step),
        apply: application.optional(),
        as: z.string().optional(),
      }),
      z.object({
        ...named,
        op: z.literal('if'),
        condition,
        then: z.array(step),
        else: z.array(step).optional(),
      }),
    ]),
  )
  .meta({ id: 'RatingStep' });

const tableKey = z.object({
  name: z.string().min(1),
  /** `exact` cells hold the value or `"*"`; `range` and `dateRange` cells hold `[from, to]`, from included and
   * to excluded, `null` for an open end. */
  match: z.enum(['exact', 'range', 'dateRange']).default('exact'),
  type: z.enum(['text', 'number', 'date', 'boolean']).default('text'),
});

const tableColumn = z.object({
  name: z.string().min(1),
  type: z.enum(['number', 'text', 'boolean']).default('number'),
});

const cell = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.union([z.number(), z.string(), z.null()])),
]);

export const ratingTable = z.object({
  title: z.string().optional(),
  keys: z.array(tableKey).min(1),
  columns: z.array(tableColumn).min(1),
  hitPolicy: z.enum(['unique', 'first']).default('unique'),
  /** Numbers between two rows of the last, numeric, exact key are interpolated on a straight line. */
  interpolate: z.literal('linear').optional(),
  /** Each row: the key cells, then the answer cells. */
  rows: z.array(z.array(cell)).min(1),
});

const coverageDetail = z.object({
  /** The key in the coverage's `details` map (spec 2.5). */
  key: z.string().min(1),
  when: condition.optional(),
  amount: expression,
  amountType: z.string().optional(),
  description: z.string().optional(),
  scope: z.string().optional(),
  scopeLabel: z.string().optional(),
});

const coverage = z.object({
  /** Coverage code, unique in the plan; its premium is the derived value of this name in later steps. */
  code: z.string().min(1),
  title: z.string(),
  /** The group in `coverageTypes` (spec 2.5). */
  type: z.string(),
  when: condition.optional(),
  steps: z.array(step).min(1),
  details: z.array(coverageDetail).default([]),
});

const taxOrFee = z.object({
  type: z.string().min(1),
  when: condition.optional(),
  /** Starts from zero; the derived value `premium` is the premium before taxes and fees. */
  steps: z.array(step).min(1),
});

const underwritingRule = z.object({
  id: z.string().min(1),
  /** `INELIGIBLE` is decided from answers and policy-level derived values before rating; the others after it,
   * with the rating results at hand. */
  outcome: z.enum(['INELIGIBLE', 'DECLINE', 'REFER', 'ACCEPTANCE', 'MESSAGE']),
  when: condition,
  message: z.string().min(1),
});

export const ratingPlan = z.object({
  title: z.string(),
  /** Terms that may be quoted, with the factor on the annual premium. The first is the default. */
  terms: z
    .array(z.object({ term, factor: decimalConstant }))
    .min(1)
    .default([{ term: 'ANNUAL', factor: 1 }]),
  /** Policy-level derived values, computed once, in order, before anything else. */
  derive: z.array(step).default([]),
  /** Derived values of each iteration of a loop, computed once, in order; seen inside that loop only. */
  loops: z.array(z.object({ loop: z.string(), derive: z.array(step) })).default([]),
  coverages: z.array(coverage).min(1),
  /** Run on the sum of the coverages: package discount, minimum premium. The term factor is applied after
   * them and before rounding. */
  policy: z.array(step).default([]),
  rounding: z
    .object({ digits: z.number().int().min(0).max(2), mode: roundingMode })
    .default({ digits: 2, mode: 'HALF_UP' }),
  /** A premium of zero is refused, since it mostly comes by accident, unless this says that it may be. */
  allowZeroPremium: z.boolean().default(false),
  taxesAndFees: z.array(taxOrFee).default([]),
  underwriting: z.array(underwritingRule).default([]),
  /** After this many days the quote is no longer valid. */
  quoteValidDays: z.number().int().min(1).default(30),
});

export type RatingPlan = z.infer<typeof ratingPlan>;
export type RatingTable = z.infer<typeof ratingTable>;
export type Coverage = z.infer<typeof coverage>;
export type UnderwritingRule = z.infer<typeof underwritingRule>;
