import { z } from 'zod';
import { isObject } from '../ground/json.js';
import { calendarDate } from '../ground/primitives.js';

const state = z.string().min(1).max(100);
const item = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);
const items = z.array(item).min(1).max(1_000);

/** What a change may name, from the outside in; the last one that is given is what it changes. */
const targets = {
  table: z.string().optional().describe('A table.'),
  row: z
    .array(z.unknown())
    .min(1)
    .optional()
    .describe('A row of it by its key cells, as they are written in the product.'),
  plan: z
    .string()
    .optional()
    .describe('A rating plan by its key; needed only where the product has several.'),
  coverage: z.string().optional().describe('A coverage of a plan by its code.'),
  tax: z.string().optional().describe('A tax or fee of a plan by its type.'),
  step: z.string().optional().describe('A step by its name, at any depth.'),
  rule: z.string().optional().describe('An underwriting rule of a plan by its id.'),
  question: z.string().optional().describe('A question by its id.'),
  form: z.string().optional().describe('A form by its `formConfigId`.'),
  mail: z.string().optional().describe('A mail template by its key.'),
  text: z
    .string()
    .optional()
    .describe('A text of the form or mail as it is written; every place that has it.'),
};

export type TargetName = keyof typeof targets;

const verbs = {
  set: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .optional()
    .describe(
      'New values by field, or by column for a row; `null` takes a field away. For a `text`, the new one.',
    ),
  remove: z.literal(true).optional().describe('Takes away the row, coverage, tax, step or rule.'),
  before: items.optional().describe('New items before the row, coverage, tax, step or rule.'),
  after: items.optional().describe('The same after it.'),
};

export type VerbName = keyof typeof verbs;

/** One patch of an overlay: what it changes, by name, and how. */
export const overlayChange = z.strictObject({ ...targets, ...verbs });

/** What differs from the product in one state or several, from a day on. */
export const overlay = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Unique; quotes, worksheets and manuals name it: `Ohio, rates of March 2027`.'),
    state: z
      .union([state, z.array(state).min(1).max(100)])
      .describe("The state or states: choices of the product's question for the state of the risk."),
    from: calendarDate.describe('The first day on which it holds.'),
    until: calendarDate.optional().describe('The first day on which it no longer holds.'),
    policiesInForce: z
      .boolean()
      .default(false)
      .describe(
        'Terms that begin on the days between go by it. With `true`, changes of policies in force that are made on those ' +
          'days do, too: only for rules, questions, forms and mails, as rates are those of the first day of the term.',
      ),
    changes: z.array(overlayChange).min(1).max(1_000).describe('The patches.'),
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    path: ['until'],
    message: 'must be after `from`',
  })
  .superRefine(({ policiesInForce, changes }, context) => {
    if (!policiesInForce) return;
    for (const [index, change] of changes.entries()) {
      const key = pricingKey(change);
      if (key !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['changes', index, key],
          message: 'cannot be with `policiesInForce`: a policy keeps its rates for its term',
        });
    }
  });

/**
 * The key by which a change may alter a premium. A change of a policy is priced by the ratings of its answers before and
 * after: with rates that did not hold when the term began, it would charge or return what was never rated.
 */
function pricingKey(change: z.output<typeof overlayChange>): TargetName | 'set' | undefined {
  if ([change.rule, change.form, change.mail].some((name) => name !== undefined)) return undefined;
  if (change.question === undefined)
    return (['step', 'tax', 'coverage', 'row', 'table', 'plan'] as const).find(
      (key) => change[key] !== undefined,
    );
  const { set } = change;
  const isOfAnswers = isObject(set) && ['defaultAnswer', 'condition'].some((field) => field in set);
  return isOfAnswers ? 'set' : undefined;
}

export type OverlayChange = z.output<typeof overlayChange>;
export type Overlay = z.output<typeof overlay>;

export const overlays = z.array(overlay).max(2_000);

/** The states of an overlay, whether it has one or a list. */
export function statesOf({ state: of }: Pick<Overlay, 'state'>): readonly string[] {
  return typeof of === 'string' ? [of] : of;
}
