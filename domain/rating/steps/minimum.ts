import { z } from 'zod';
import { asAmount, toDecimal } from '../../expression/index.js';
import { type Expression, expression } from '../../expression/written.js';
import { zero } from '../../money/total.js';
import { expressionText } from '../cells/expression-text.js';
import { computedInput } from '../cells/line-cells.js';
import { valueText } from '../cells/value-text.js';
import { lintExpression } from '../lint/lint-expression.js';
import { isNoNumber } from '../lint/operands.js';
import { typeText } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import { namesOf, valuesRead } from '../run/run.js';
import { skippable, skipped } from './every-step.js';
import { type AmountLine, keptCells, keptField, keptText, withKept } from './kept-amount.js';
import {
  appliedCells,
  changeBy,
  operationOf,
  operations,
  possibleAfter,
  recordedNumber,
} from './operation.js';
import { type Runner, type Step, type StepKind, stepFields } from './step-kind.js';
import { possibleRounded, type RoundedLine, roundedText } from './step-rounding.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('minimum'),
  by: expression.describe('The amount that it is at least.'),
  scaledByTerm: z
    .boolean()
    .describe(
      'Whether the term factor applies to the minimum: with `true`, half a year is charged its share of it; with ' +
        '`false`, every term is charged the minimum.',
    ),
  ...keptField,
});

type MinimumStep = z.infer<typeof schema>;

interface MinimumLine extends AmountLine<'minimum'>, RoundedLine {
  /** `by` as the plan writes it; absent for a constant. */
  expression?: Expression;
  scaledByTerm?: boolean;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    minimum: { step: MinimumStep; line: MinimumLine };
  }
}

/** Whether a step is a minimum of the term's premium, so that the term factor applies before it. */
export function isOfTerm(step: Step): boolean {
  return step.op === 'minimum' && !step.scaledByTerm;
}

/** Raises the running amount to a minimum premium. */
export const minimum: StepKind<'minimum'> = {
  description:
    'raises the premium to the minimum `by`; `scaledByTerm` says whether the term factor applies to the minimum (`true`) or each term is charged it (`false`, at the end of `policy` only); `as` as above',
  schema: () => schema,
  compile(step, place, context) {
    const { as, scaledByTerm } = step;
    const by = context.expression(asAmount(step.by), { ...place, path: `${place.path}.by` });
    if (scaledByTerm === (place.ofTerm ?? false)) {
      context.report(
        `${place.path}.scaledByTerm`,
        scaledByTerm
          ? 'amounts are those of the term here, to which no term factor applies: write scaledByTerm: false'
          : 'a minimum that is the same for every term stands at the end of `policy`, where the term factor was applied',
      );
    }
    const slot = as === undefined ? null : context.define(as, place);
    const { rounding } = place;
    const operate = operationOf('max', rounding);
    const form: LineForm<'minimum'> = {
      op: 'minimum',
      inputs: [...namesOf(by.references), 'by'],
      as,
      fields: {
        ...(by.constant === null && { expression: step.by }),
        ...(rounding && { rounding }),
        scaledByTerm,
      },
    };
    const runner: Runner = (run, scope, amount) => {
      const operand = by.evaluateNumber(scope);
      const result = operate(amount, operand);
      if (slot !== null) scope.values[slot] = result;
      if (run.sheet) {
        const inputs = valuesRead(by.references, scope);
        inputs.push(operand);
        run.record(form, inputs, result, amount ?? zero);
      }
      return result;
    };
    const constant = by.constant === null ? null : toDecimal(by.constant);
    const reads = (scope: RatingScope) => [...valuesRead(by.references, scope), constant];
    return skippable(runner, skipped(form, reads, { changesAmount: true }));
  },
  lint({ by, as }, path, { knowledge, amount }, { findings, rounding }) {
    const at = [...path, 'by'];
    const operand = lintExpression(asAmount(by), at, knowledge, findings);
    if (isNoNumber(operand)) findings.error(at, `must be a number, and is ${typeText[operand.type]}`);
    const raised = possibleRounded(possibleAfter('max', amount, operand), rounding);
    return withKept(as, { knowledge, amount: raised });
  },
  effect: ({ as }) => ({ sets: false, only: as === undefined }),
  rule: ({ by, scaledByTerm }, { operand }) => [
    `${operations.max.rule(operand(asAmount(by)))} ${
      scaledByTerm
        ? 'The term factor applies to this minimum.'
        : 'Every term is charged this minimum in full.'
    }`,
  ],
  describe({ expression: by, inputs, as, rounding }) {
    const what = by === undefined ? valueText(inputs.by ?? null) : expressionText(by);
    return keptText(roundedText(`at least ${what}`, rounding), as);
  },
  reads: ({ inputs }) => inputs,
  cells(line, memory) {
    const operand = computedInput(line, memory, line.inputs.by);
    return keptCells(line, memory, appliedCells(line, memory, 'max', operand));
  },
  change: ({ inputs, rounding }) => changeBy('max', recordedNumber(inputs.by), rounding),
};
