import { z } from 'zod';
import { Decimal, RatingProblem } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { constant } from '../cells/formula.js';
import { resultCell } from '../cells/line-cells.js';
import type { Knowledge } from '../lint/knowledge.js';
import { anyNumber, canBeZero, numbers, type Possible, rangeOf } from '../lint/possible.js';
import { hull, point, times } from '../lint/range.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import { skippable, skipped } from './every-step.js';
import { type FoundLine, foundCells, foundEffect, foundRule, foundText, withFound } from './found-value.js';
import { lintSelection } from './lint-selection.js';
import { type Aggregate, type AggregateOp, aggregates } from './loop-aggregate.js';
import {
  compileSelection,
  type SelectionLine,
  selectedWords,
  selectionFields,
  selectionText,
} from './loop-selection.js';
import { application, changeBy, operationOf, recordedNumber } from './operation.js';
import { type Runner, type Step, type StepKind, stepFields } from './step-kind.js';
import { roundingInside } from './step-rounding.js';

const schema = <S extends z.ZodType>(step: S) =>
  z.strictObject({
    ...stepFields,
    op: z
      .enum(Object.keys(aggregates) as [AggregateOp, ...AggregateOp[]])
      .describe('What is taken from the results of the iterations.'),
    ...selectionFields,
    steps: z.array(step).describe('Run for each iteration, starting at zero.'),
    apply: application
      .optional()
      .describe('Applies the result to the running amount. `apply`, `as` or both are required.'),
    as: z.string().optional().describe('Stores the result as a derived value of this name.'),
  });

// An interface, as a type alias cannot be recursive.
interface AmountOverLoopStep extends z.infer<ReturnType<typeof schema<z.ZodType<Step>>>> {}

interface AmountOverLoopLine extends FoundLine<AggregateOp>, SelectionLine {}

declare module '../run/worksheet-line.js' {
  interface StepTypes extends Record<AggregateOp, { step: AmountOverLoopStep; line: AmountOverLoopLine }> {}
}

/** Runs steps for each iteration of a loop and takes one amount from the results. */
export const amountOverLoop: StepKind<AggregateOp> = {
  description:
    'runs `steps` for each iteration of `loop`, each from zero, and adds the results up, or takes the highest, the lowest or their average; `of` and `where` select iterations; `apply` and `as` as above',
  schema,
  compile(step, place, context, compileSteps) {
    const { name, op, loop, apply, as } = step;
    const aggregate = aggregates[op];
    const { inside, iterationsOf, each, fields } = compileSelection(step, place, context);
    if (!apply && !as) {
      context.report(place.path, `needs "apply", "as" or both, else the ${aggregate.word} has no effect`);
    }
    const rounding = roundingInside(apply, place.rounding);
    const steps = compileSteps(step.steps, { ...inside, path: `${place.path}.steps`, rounding }, context);
    const slot = as ? context.define(as, place) : null;
    const operate = apply ? operationOf(apply, place.rounding) : null;
    const form: LineForm<AggregateOp> = {
      op,
      inputs: ['iterations', aggregate.word],
      as,
      fields: {
        ...fields,
        ...(apply && { apply }),
        ...(apply && place.rounding && { rounding: place.rounding }),
      },
    };
    const everyStep = (run: RatingRun, scope: RatingScope): { count: number; taken: Amount } => {
      const amounts = each(run, scope, (iteration) => steps(run, iteration, null));
      return { count: amounts.length, taken: takenOf(amounts, aggregate) };
    };
    const runner: Runner = (run, scope, amount) => {
      const { count, taken } = run.sheet?.everyStep
        ? everyStep(run, scope)
        : takenFrom(run, iterationsOf(run, scope), steps, aggregate);
      run.goTo(scope);
      run.step = name;
      if (slot !== null) scope.values[slot] = taken;
      const result = operate ? operate(amount, applied(taken, loop)) : amount;
      if (run.sheet) {
        const inputs = [Decimal.of(count), taken];
        const after = operate ? (result ?? zero) : taken;
        run.record(form, inputs, after, operate ? (amount ?? zero) : null);
      }
      return result;
    };
    const skip = skipped(form, () => [], { changesAmount: operate !== null });
    return skippable(runner, (run, scope, amount) => {
      everyStep(run, scope);
      run.step = name;
      skip(run, scope, amount);
    });
  },
  lint(step, path, before, linter) {
    const selected = lintSelection(step, path, before.knowledge, linter.findings);
    const { count } = selected;
    const { rounding } = linter;
    linter.rounding = roundingInside(step.apply, rounding);
    const { knowledge, amount: each } = linter.iteration(
      selected,
      step.steps,
      [...path, 'steps'],
      before.knowledge,
    );
    linter.rounding = rounding;
    const after = { knowledge, amount: before.amount };
    if (step.op === 'sumOverLoop') {
      return withFound(step, summed(each, count), path, after, linter);
    }
    const none = canBeZero(count);
    if (none && step.apply !== undefined) {
      linter.findings.warning(path, withoutIterations(step.loop, selected.all, before.knowledge));
    }
    const range = rangeOf(each);
    // An average of listed amounts need not be one of them.
    const one = step.op === 'averageOverLoop' ? (range ? numbers(range) : anyNumber) : each;
    return withFound(step, { ...one, optional: none || each.optional }, path, after, linter);
  },
  effect: foundEffect,
  rule: (step, words) => [
    `For each ${selectedWords(step, words)}:`,
    step.steps,
    foundRule(step, `${aggregates[step.op].taken} of the results`),
  ],
  inner: ({ steps }) => [{ key: 'steps', steps, inLoop: true }],
  describe: (line) =>
    foundText(
      line,
      `${aggregates[line.op].word} over ${selectionText(line)} (${line.inputs.iterations ?? 0})`,
    ),
  reads: () => ({}),
  aggregate: ({ op }) => aggregates[op],
  cells(line, memory, iterations) {
    memory.noteSelection(line);
    const { word } = aggregates[line.op];
    const formula = iterations.length > 0 ? ({ kind: word, cells: iterations } as const) : constant('0');
    return foundCells(line, memory, resultCell(line, memory, line.inputs[word] ?? null, formula));
  },
  change: ({ op, apply, inputs, rounding }, taken) =>
    apply === undefined
      ? null
      : changeBy(apply, taken ?? recordedNumber(inputs[aggregates[op].word]), rounding),
};

/**
 * Runs the steps for each iteration, each without an initial amount. An iteration without an amount is left
 * out.
 */
function takenFrom(
  run: RatingRun,
  iterations: readonly RatingScope[],
  steps: Runner,
  aggregate: Aggregate,
): { count: number; taken: Amount } {
  const amounts: Amount[] = [];
  for (const iteration of iterations) {
    run.goTo(iteration);
    amounts.push(steps(run, iteration, null));
  }
  return { count: iterations.length, taken: takenOf(amounts, aggregate) };
}

function takenOf(amounts: readonly Amount[], { combine, finish }: Aggregate): Amount {
  let combined: Amount = null;
  let count = 0;
  for (const amount of amounts) {
    if (amount === null) continue;
    combined = combined === null ? amount : combine(combined, amount);
    count += 1;
  }
  return finish(combined, count);
}

function withoutIterations(loop: string, all: boolean, { types }: Knowledge): string {
  if (all) {
    const guard = types.get(loop)?.isLoop ? `{ '>': [{ iterations: ${loop} }, 0] }` : `{ answered: ${loop} }`;
    return `declines where "${loop}" has no iterations; add \`when: ${guard}\`, or require one`;
  }
  const replaced = "{ '??': [{ value: … }, 0] }";
  return `declines where no iteration of "${loop}" is selected; keep the amount with "as", and read \`${replaced}\` in a later step`;
}

function applied(taken: Amount, loop: string): Decimal {
  if (taken !== null) return taken;
  throw new RatingProblem('MISSING_VALUE', `no iteration of "${loop}" has an amount`);
}

function summed(each: Possible, iterations: Possible): Possible {
  const [range, count] = [rangeOf(each), rangeOf(iterations)];
  if (!range || !count) return anyNumber;
  const sum = times(range, count);
  // The possible number of iterations, times the possible amount.
  return numbers(count.from === 0 ? hull(point(0), sum) : sum, { direct: each.direct });
}
