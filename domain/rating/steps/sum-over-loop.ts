import { z } from 'zod';
import type { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { computedCell } from '../cells/evaluate.js';
import { constant, type Formula } from '../cells/formula.js';
import { anyNumber, numbers, type Possible, rangeOf } from '../lint/possible.js';
import { hull, point, times } from '../lint/range.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import { type FoundLine, foundCells, foundEffect, foundText, withFound } from './found.js';
import { type Runner, type Step, type StepKind, stepFields } from './kind.js';
import { application, changeBy, operations, recordedNumber } from './operation.js';

const schema = <S extends z.ZodType>(step: S) =>
  z.strictObject({
    ...stepFields,
    op: z.literal('sumOverLoop'),
    /** The loop question's id. */
    loop: z.string(),
    /** Run for each iteration, each starting at zero; the results are added up. */
    steps: z.array(step),
    apply: application.optional(),
    /** Also keep the sum as a derived value of this name. */
    as: z.string().optional(),
  });

// An interface, as a type cannot lead to itself.
interface SumOverLoopStep extends z.infer<ReturnType<typeof schema<z.ZodType<Step>>>> {}

interface SumOverLoopLine extends FoundLine<'sumOverLoop'> {
  loop?: string;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    sumOverLoop: { step: SumOverLoopStep; line: SumOverLoopLine };
  }
}

/** Runs steps for each iteration of a loop and adds up what they come to. */
export const sumOverLoop: StepKind<'sumOverLoop'> = {
  description:
    'runs `steps` for each iteration of `loop`, each from zero, and adds the results up; `apply` and `as` as above',
  schema,
  compile(step, place, context, compileSteps) {
    const { name, loop, apply, as } = step;
    const iterationsOf = context.iterationsOf(loop, `${place.path}.loop`);
    if (place.loop !== null) context.report(place.path, 'a loop cannot be summed inside a loop');
    if (!apply && !as) context.report(place.path, 'needs "apply", "as" or both, else the sum has no effect');
    const steps = compileSteps(step.steps, { path: `${place.path}.steps`, loop }, context);
    const slot = as ? context.define(as, place.loop) : null;
    const operate = apply ? operations[apply].run : null;
    return (run, scope, amount) => {
      const iterations = iterationsOf(scope);
      const sum = addIterations(run, iterations, steps);
      run.step = name;
      if (slot !== null) scope.values[slot] = sum;
      const result = operate ? operate(amount, sum) : amount;
      if (run.sheet) {
        const inputs = { iterations: String(iterations.length), sum: run.text(sum) };
        const before = operate ? run.text(amount ?? zero) : undefined;
        const after = operate ? run.text(result ?? zero) : inputs.sum;
        const line = run.record('sumOverLoop', inputs, after, before, as);
        line.loop = loop;
        if (apply) line.apply = apply;
      }
      return result;
    };
  },
  lint(step, path, before, linter) {
    const each = linter.iteration(step.loop, step.steps, [...path, 'steps'], before.knowledge);
    const sum = summed(each, before.knowledge.iterations(step.loop));
    return withFound(step, sum, path, before, linter.findings);
  },
  effect: foundEffect,
  inner: ({ steps }) => [{ key: 'steps', steps, inLoop: true }],
  describe: (line) => foundText(line, `sum over ${line.loop ?? 'the loop'} (${line.inputs.iterations ?? 0})`),
  reads: () => ({}),
  sumsIterations: true,
  cells(line, memory, iterations) {
    const formula: Formula = iterations.length > 0 ? { kind: 'sum', cells: iterations } : constant('0');
    return foundCells(line, memory, computedCell(line.inputs.sum ?? null, formula));
  },
  change: ({ apply, inputs }, sum) =>
    apply === undefined ? null : changeBy(apply, sum ?? recordedNumber(inputs.sum)),
};

/** Runs the steps for each iteration, each from nothing, and adds the results up. */
function addIterations(run: RatingRun, iterations: readonly RatingScope[], steps: Runner): Decimal {
  const outer = run.iterationId;
  let sum: Amount = null;
  for (const iteration of iterations) {
    run.iterationId = iteration.iterationId;
    const amount = steps(run, iteration, null);
    if (amount !== null) sum = sum === null ? amount : sum.plus(amount);
  }
  run.iterationId = outer;
  return sum ?? zero;
}

function summed(each: Possible, iterations: Possible): Possible {
  const [range, count] = [rangeOf(each), rangeOf(iterations)];
  if (!range || !count) return anyNumber;
  const sum = times(range, count);
  // As many iterations as it takes, of as much as it takes.
  return numbers(count.from === 0 ? hull(point(0), sum) : sum, { direct: each.direct });
}
