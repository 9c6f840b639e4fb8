import { z } from 'zod';
import { asAmount, Decimal, isDecimal, isWrittenRatio, ratioIn, toDecimal } from '../../expression/index.js';
import { type Expression, expression } from '../../expression/written.js';
import { zero } from '../../money/total.js';
import type { CellMemory } from '../cells/cell-memory.js';
import { computedCell } from '../cells/evaluate.js';
import { expressionText } from '../cells/expression-text.js';
import { type Cell, constant, type Formula, missing, operation } from '../cells/formula.js';
import { computedInput } from '../cells/line-cells.js';
import { inputsText, valueText } from '../cells/value-text.js';
import { divisorOf, lintDivisor, lintExpression } from '../lint/lint-expression.js';
import { isNoNumber } from '../lint/operands.js';
import { typeText } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import { RatingScope } from '../run/rating-scope.js';
import { namesOf, valuesRead } from '../run/run.js';
import { skippable, skipped } from './every-step.js';
import { type AmountLine, keptCells, keptField, keptText, withKept } from './kept-amount.js';
import { lintConstant, lintNegative } from './lint-amount.js';
import { lintUnset } from './lint-state.js';
import {
  appliedCells,
  changeBy,
  type Operation,
  operationOf,
  operation as operationSchema,
  operations,
  possibleAfter,
  recordedNumber,
} from './operation.js';
import { type Runner, type StepKind, stepFields } from './step-kind.js';
import { possibleRounded, type RoundedLine, roundedText } from './step-rounding.js';

const schema = z.strictObject({
  ...stepFields,
  op: operationSchema.describe('What is done with the operand.'),
  by: expression.describe('The operand.'),
  ...keptField,
});

interface ArithmeticLine extends AmountLine<Operation>, RoundedLine {
  /** `by` as the plan writes it; absent for a constant. */
  expression?: Expression;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes extends Record<Operation, { step: z.infer<typeof schema>; line: ArithmeticLine }> {}
}

/** Whether it is more than a number, an answer or a derived value. */
function isComputed(by: Expression): boolean {
  return typeof by === 'object' && by !== null && !('answer' in by || 'value' in by || 'iterations' in by);
}

/** Changes the running amount by an expression. */
export const arithmetic: StepKind<Operation> = {
  description:
    'changes the running amount by the expression `by`: `min` lowers it to that at most, `max` raises it to that at least; `as` keeps the amount after the step as a derived value',
  schema: () => schema,
  compile(step, place, context) {
    const by = context.expression(asAmount(step.by), { ...place, path: `${place.path}.by` });
    if (by.constant !== null && typeof by.constant !== 'object') {
      try {
        by.evaluateNumber(new RatingScope([]));
      } catch {
        context.report(`${place.path}.by`, `"${by.constant}" is not a number`);
      }
    }
    const { op, as } = step;
    const slot = as === undefined ? null : context.define(as, place);
    const form: LineForm<Operation> = {
      op,
      inputs: [...namesOf(by.references), 'by'],
      as,
      fields: {
        ...((by.constant === null || isWrittenRatio(step.by)) && { expression: step.by }),
        ...(place.rounding && { rounding: place.rounding }),
      },
    };
    const operate = operationOf(op, place.rounding);
    if (op === 'divide' && isDecimal(by.constant) && by.constant.isZero()) {
      context.report(`${place.path}.by`, 'divides by zero');
    }
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
  lint({ op, by, as }, path, { knowledge, amount }, { findings, rounding }) {
    const at = [...path, 'by'];
    const operand = lintExpression(asAmount(by), at, knowledge, findings);
    if (op === 'divide') lintDivisor(divisorOf(by), operand, at, findings);
    lintUnset(op, { amount, knowledge }, path, findings);
    lintNegative(op, operand, at, { findings, isComputed: isComputed(by) });
    const after = possibleAfter(op, amount, operand);
    lintConstant(op, amount, after, path, findings);
    if (isNoNumber(operand)) findings.error(at, `must be a number, and is ${typeText[operand.type]}`);
    return withKept(as, { knowledge, amount: possibleRounded(after, rounding) });
  },
  effect: ({ op, as }) => ({ sets: op === 'set', only: as === undefined }),
  rule: ({ op, by }, { operand }) => [operations[op].rule(operand(asAmount(by)))],
  describe({ op, expression: by, inputs, as, rounding }) {
    const { sign } = operations[op];
    const unwritten = inputs.by === undefined ? inputsText(inputs) : valueText(inputs.by);
    const text = `${sign}${by === undefined ? unwritten : expressionText(by)}`;
    return keptText(roundedText(text, rounding), as);
  },
  reads: ({ inputs }) => inputs,
  cells(line, memory) {
    const operand = line.plan?.terms
      ? termFactor(line, line.plan.terms, memory)
      : computedInput(line, memory, line.inputs.by);
    return keptCells(line, memory, appliedCells(line, memory, line.op, operand, ratioIn(line.expression)));
  },
  // A fraction is recorded with the digits of its text only.
  change: ({ op, expression: by, inputs, rounding }) =>
    changeBy(op, isWrittenRatio(by) ? Decimal.of(by) : recordedNumber(inputs.by), rounding),
};

/** The factor of the term, which a spreadsheet chooses by the term. */
function termFactor(line: ArithmeticLine, terms: Readonly<Record<string, string>>, memory: CellMemory): Cell {
  const term = memory.read(line, { operator: 'value', name: 'term' });
  if (!term) return computedInput(line, memory, line.inputs.by);
  const formula = Object.entries(terms).reduceRight<Formula>(
    (otherwise, [name, factor]) =>
      operation('if', operation('==', term, constant(name)), constant(factor), otherwise),
    missing,
  );
  return computedCell(line.inputs.by ?? null, formula);
}
