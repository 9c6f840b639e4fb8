import { z } from 'zod';
import { calendarDate, decimalString } from '../ground/primitives.js';
import { term } from '../ground/term.js';

/**
 * What a rating action gives for a case: a quote that can be bound at once (`QUOTED`), one that needs an
 * underwriter's approval (`REFERRED`) or the policyholder's acceptance (`ACCEPTANCE`), a decline after rating
 * (`DECLINED`) or by a rule before it (`INELIGIBLE`), or nothing, because the action's `when` does not hold.
 */
export const caseOutcomes = [
  'QUOTED',
  'REFERRED',
  'ACCEPTANCE',
  'DECLINED',
  'INELIGIBLE',
  'NOT_OFFERED',
] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

const amount = decimalString.describe('An amount, such as 1250.00.');

/** Answers as a case writes them: a text, a list of choices, or for a loop a list with one map an iteration. */
export const compactAnswers = z
  .record(
    z.string(),
    z.union(
      [
        z.string(),
        z.array(z.string()),
        z.array(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
      ],
      'must be a value, a list of choices, or a list of iterations, each a map of question ids',
    ),
  )
  .describe('By question id: a value, a list of choices, or for a loop a list of iterations.');

const expectation = z
  .strictObject({
    outcome: z.enum(caseOutcomes).optional(),
    premium: amount.optional(),
    taxesAndFees: z
      .union([amount, z.record(z.string(), amount)], 'must be an amount, or a map of amounts by type')
      .optional()
      .describe('Their sum, or a map of amounts by type.'),
    total: amount.optional().describe('Premium, taxes and fees.'),
    values: z
      .record(z.string(), z.string())
      .optional()
      .describe('Derived values and yearly premiums of coverages, by name.'),
    messages: z
      .array(z.string())
      .optional()
      .describe("Every message of the quote: its code, or its underwriting rule's id."),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'must name at least one result');

/** A case of a product: answers, and what they must come to. Every value is text, as it is written in the file. */
export const productCase = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty'),
  effectiveDate: calendarDate,
  today: calendarDate.optional().describe('The day of the event; the effective date if left out.'),
  term: term.optional(),
  expiring: z
    .record(z.string(), z.string())
    .optional()
    .describe('Of a renewal: values of the expiring term by name, such as `premium`. New business has none.'),
  action: z.string().optional().describe('The name or id of the rating action; the first one if left out.'),
  answers: compactAnswers,
  expect: expectation,
});

export type ProductCase = z.infer<typeof productCase>;
export type Expectation = ProductCase['expect'];
export type CompactAnswers = z.infer<typeof compactAnswers>;

export const caseKeys: readonly string[] = Object.keys(productCase.shape);
export const expectationKeys: readonly string[] = Object.keys(expectation.shape);
