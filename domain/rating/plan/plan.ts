import { z } from 'zod';
import { condition, expression, roundingMode } from '../../expression/written.js';
import { decimalConstant } from '../../ground/primitives.js';
import { term } from '../../ground/term.js';
import { onCancellation } from '../../money/on-cancellation.js';
import { step } from '../steps/step-kinds.js';

/**
 * The rating plan language of product files. `docs/authoring-a-product.md` explains it with examples;
 * `compile-plan.ts` compiles it to closures once per product version.
 */

const coverageDetail = z.strictObject({
  /** The key in the coverage's `details` map (spec 2.5). */
  key: z.string().min(1),
  /** One entry for each iteration of this loop question. Its `scope` is the iteration's id. */
  loop: z.string().optional(),
  when: condition.optional(),
  amount: expression.optional(),
  /** Instead of `amount`: divides the coverage's premium among the iterations, in proportion to this number. */
  allocate: expression.optional(),
  amountType: z.string().optional(),
  description: z.string().optional(),
  scope: z.string().optional(),
  scopeLabel: expression.optional(),
});

const coverage = z.strictObject({
  /** Coverage code, unique in the plan; its premium is the derived value of this name in later steps. */
  code: z.string().min(1),
  title: z.string(),
  /** The group in `coverageTypes` (spec 2.5). */
  type: z.string(),
  when: condition.optional(),
  steps: z.array(step).min(1),
  details: z.array(coverageDetail).default([]),
});

const taxOrFee = z.strictObject({
  type: z.string().min(1),
  when: condition.optional(),
  /** Starts from zero; the derived value `premium` is the premium before taxes and fees. */
  steps: z.array(step).min(1),
  onCancellation: onCancellation
    .optional()
    .describe(
      'What a cancellation returns, and how an endorsement changes it: by days (`PRO_RATA`, the default), nothing (`KEPT`), or all of it (`RETURNED`).',
    ),
});

const underwritingRule = z.strictObject({
  id: z.string().min(1),
  /**
   * `INELIGIBLE` is decided from answers and policy-level derived values before rating; the others after it,
   * with the rating results.
   */
  outcome: z.enum(['INELIGIBLE', 'DECLINE', 'REFER', 'ACCEPTANCE', 'MESSAGE']),
  when: condition,
  message: z.string().min(1),
});

export const ratingPlan = z.strictObject({
  title: z.string(),
  /** The terms on offer, with the factor on the annual premium. The first is the default. */
  terms: z
    .array(z.strictObject({ term, factor: decimalConstant }))
    .min(1)
    .default([{ term: 'ANNUAL', factor: 1 }]),
  /** Policy-level derived values, computed once, before anything else, in the order in which they need each other. */
  derive: z.array(step).default([]),
  /** Derived values of each iteration of a loop, computed once, with those of the policy; visible only inside loops. */
  loops: z.array(z.strictObject({ loop: z.string(), derive: z.array(step) })).default([]),
  coverages: z.array(coverage).min(1),
  /**
   * Run on the sum of the coverages: package discount, minimum premium. The term factor is applied after them
   * and before rounding.
   */
  policy: z.array(step).default([]),
  rounding: z
    .strictObject({ digits: z.number().int().min(0).max(2), mode: roundingMode })
    .default({ digits: 2, mode: 'HALF_UP' }),
  /** Allows a premium of zero, which is refused by default, since it is usually a mistake. */
  allowZeroPremium: z.boolean().default(false),
  taxesAndFees: z.array(taxOrFee).default([]),
  underwriting: z.array(underwritingRule).default([]),
  /** The number of days until the quote expires. */
  quoteValidDays: z.number().int().min(1).default(30),
});

export type RatingPlan = z.infer<typeof ratingPlan>;
export type Coverage = z.infer<typeof coverage>;
export type UnderwritingRule = z.infer<typeof underwritingRule>;
