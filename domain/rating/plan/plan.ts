import { z } from 'zod';
import { condition, expression, roundingMode } from '../../expression/written.js';
import { decimalConstant } from '../../ground/primitives.js';
import { term } from '../../ground/term.js';
import { mostMinorDigits } from '../../money/currency.js';
import { onCancellation } from '../../money/on-cancellation.js';
import { ruleTask } from '../../tasks/product-task.js';
import { step } from '../steps/step-kinds.js';
import { stepRounding } from '../steps/step-rounding.js';

/**
 * The rating plan language of product files. `docs/guides/authoring-a-product.md` explains it with examples;
 * `compile-plan.ts` compiles it to closures once per product version.
 */

const coverageDetail = z.strictObject({
  key: z.string().min(1).describe("The key in the coverage's `details` map (spec 2.5)."),
  loop: z
    .string()
    .optional()
    .describe("One entry for each iteration of this loop question. Its `scope` is the iteration's id."),
  when: condition.optional().describe('The detail is shown only if this holds.'),
  amount: expression.optional().describe('The limit, the deductible, or another value.'),
  allocate: expression
    .optional()
    .describe(
      "Instead of `amount`: divides the coverage's premium among the iterations, in proportion to this number.",
    ),
  amountType: z.string().optional().describe('The kind of amount, such as `LIMIT` or `DEDUCTIBLE`.'),
  description: z.string().optional().describe('What it applies to: `Each occurrence`.'),
  scope: z.string().optional().describe('What it is counted by, for programs: `OCCURRENCE`.'),
  scopeLabel: expression.optional().describe('What it is counted by, for people: `Per occurrence`.'),
});

const coverage = z.strictObject({
  code: z
    .string()
    .min(1)
    .describe('Unique in the plan; its annual premium is the derived value of this name in later steps.'),
  title: z.string().describe('Its name for people.'),
  type: z.string().describe('The group in `coverageTypes` (spec 2.5).'),
  when: condition.optional().describe('The coverage applies only if this holds.'),
  roundEachStep: stepRounding
    .optional()
    .describe("Rounds the amount after each step that changes it, instead of the plan's `roundEachStep`."),
  steps: z.array(step).min(1).describe('Calculate its annual premium, from nothing.'),
  details: z
    .array(coverageDetail)
    .default([])
    .describe('Limits, deductibles and the like, as a quote shows them.'),
});

const taxOrFee = z.strictObject({
  type: z.string().min(1).describe('Its name in quotes: `POLICY_FEE`.'),
  authority: expression
    .optional()
    .describe(
      'Who levies it, such as a state or a city: the ledger and the reports say so. A text, or an expression such as one of the state.',
    ),
  when: condition.optional().describe('It is charged only if this holds.'),
  steps: z
    .array(step)
    .min(1)
    .describe('Start from zero; the derived value `premium` is the premium before taxes and fees.'),
  onCancellation: onCancellation
    .optional()
    .describe(
      'What a cancellation returns, and how an endorsement changes it: by days (`PRO_RATA`, the default), nothing (`KEPT`), or all of it (`RETURNED`).',
    ),
});

const underwritingRule = z.strictObject({
  id: z.string().min(1).describe('Unique in the plan; the messages of quotes name it.'),
  outcome: z
    .enum(['INELIGIBLE', 'DECLINE', 'REFER', 'ACCEPTANCE', 'MESSAGE'])
    .describe(
      'What follows if the rule holds: not eligible, declined, needs an underwriter, needs the ' +
        "policyholder's acceptance, or only a message. `INELIGIBLE` is decided from answers and policy-level " +
        'derived values before rating; the others after it, with the rating results.',
    ),
  when: condition.describe('The rule holds if this does.'),
  message: z.string().min(1).describe('What the quote says, for people.'),
  createTask: ruleTask
    .optional()
    .describe(
      'Opens a task of the insurer for the quote. Of a rule that refers, the decision of an underwriter completes it.',
    ),
});

export const ratingPlan = z.strictObject({
  title: z.string().describe('Its name for people.'),
  terms: z
    .array(
      z.strictObject({
        term: term.describe('A policy term on offer.'),
        factor: decimalConstant.describe('The factor on the annual premium.'),
      }),
    )
    .min(1)
    .default([{ term: 'ANNUAL', factor: 1 }])
    .describe('The terms on offer; the first is the default.'),
  derive: z
    .array(step)
    .default([])
    .describe(
      'Policy-level derived values, computed once, before anything else, in the order in which they need each other.',
    ),
  loops: z
    .array(
      z.strictObject({
        loop: z.string().describe("The loop question's id."),
        derive: z.array(step).describe('Their derived values, which are visible only inside loops.'),
      }),
    )
    .default([])
    .describe('Derived values of each iteration of a loop, computed once, with those of the policy.'),
  coverages: z.array(coverage).min(1).describe('The coverages, in the order of calculation.'),
  roundEachStep: stepRounding
    .optional()
    .describe(
      'Rounds the amount after each step of the coverages and of `policy` that changes it; factors that steps ' +
        'take from loops are not rounded.',
    ),
  policy: z
    .array(step)
    .default([])
    .describe(
      'Run on the sum of the coverages: package discount, minimum premium. The term factor is applied after ' +
        'them and before rounding.',
    ),
  rounding: z
    .strictObject({
      digits: z
        .number()
        .int()
        .min(0)
        .max(mostMinorDigits)
        .describe('Digits after the point: as many as the currency has, or fewer.'),
      mode: roundingMode.describe('How halves and other fractions are rounded.'),
    })
    .default({ digits: 2, mode: 'HALF_UP' })
    .describe('The rounding of the premium.'),
  allowZeroPremium: z
    .boolean()
    .default(false)
    .describe('Allows a premium of zero, which is refused by default, since it is usually a mistake.'),
  allowNegativePremium: z
    .boolean()
    .default(false)
    .describe(
      'Allows a premium of zero or below, such as a return; only a change of a policy can be bound below zero.',
    ),
  taxesAndFees: z.array(taxOrFee).default([]).describe('Charged on top of the premium.'),
  underwriting: z
    .array(underwritingRule)
    .default([])
    .describe('Rules that refuse, refer or comment on a risk.'),
  quoteValidDays: z.number().int().min(1).default(30).describe('The number of days until the quote expires.'),
});

export type RatingPlan = z.infer<typeof ratingPlan>;
export type Coverage = z.infer<typeof coverage>;
export type UnderwritingRule = z.infer<typeof underwritingRule>;
