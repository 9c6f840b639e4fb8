import { z } from 'zod';
import { type Expression, expression } from '../../expression/written.js';
import { writtenValue } from '../cells/evaluate.js';
import { expressionText } from '../cells/expression-text.js';
import { computedInput, keep, valueCells } from '../cells/line-cells.js';
import { valueText } from '../cells/value-text.js';
import { lintExpression } from '../lint/lint-expression.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import { namesOf, valuesRead } from '../run/run.js';
import type { LineBase } from '../run/worksheet-line.js';
import { capital } from '../words/value-words.js';
import { skippable, skipped } from './every-step.js';
import { type Runner, type StepKind, stepFields } from './step-kind.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('derive'),
  as: z.string().min(1).describe('The name of the derived value.'),
  value: expression.describe('What it is.'),
});

interface DeriveLine extends LineBase<'derive'> {
  /** The value as the plan writes it; absent for a constant. */
  expression?: Expression;
  /** The derived value's name. */
  as?: string;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    derive: { step: z.infer<typeof schema>; line: DeriveLine };
  }
}

/** Computes a derived value from an expression. */
export const derive: StepKind<'derive'> = {
  description: 'keeps the expression `value` as the derived value `as`',
  schema: () => schema,
  compile(step, place, context) {
    const value = context.expression(step.value, { ...place, path: `${place.path}.value` });
    const slot = context.define(step.as, place);
    const form: LineForm<'derive'> = {
      op: 'derive',
      inputs: namesOf(value.references),
      as: step.as,
      fields: value.constant === null ? { expression: step.value } : {},
    };
    const runner: Runner = (run, scope, amount) => {
      const found = value.evaluate(scope);
      run.countKept(found);
      scope.values[slot] = found;
      if (run.sheet) run.record(form, valuesRead(value.references, scope), found);
      return amount;
    };
    const reads = (scope: RatingScope) => valuesRead(value.references, scope);
    const skip = skipped(form, reads, { changesAmount: false });
    return skippable(runner, (run, scope, amount) => {
      skip(run, scope, amount);
      const { constant } = value;
      if (constant !== null) run.explain(() => ({ constant: writtenValue(constant) }));
    });
  },
  lint(step, path, { knowledge, amount }, { findings }) {
    const value = lintExpression(step.value, [...path, 'value'], knowledge, findings);
    return { amount, knowledge: knowledge.define(step.as, { ...value, optional: false }) };
  },
  effect: () => ({ sets: false, only: false }),
  rule: ({ value }, { expression: say }) => [`${capital(say(value))}.`],
  describe: ({ as, step, expression: value, after }) =>
    `${as ?? step} = ${value === undefined ? valueText(after) : expressionText(value)}`,
  reads: ({ inputs }) => inputs,
  cells(line, memory) {
    const value = line.plan?.constant ?? line.after;
    return valueCells(keep(line, memory, computedInput(line, memory, value)));
  },
  change: () => null,
};
