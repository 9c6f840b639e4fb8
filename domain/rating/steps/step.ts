import { z } from 'zod';
import { condition, expression, roundingMode } from '../../expression/written.js';

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
