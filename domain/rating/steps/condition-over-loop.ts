import { z } from 'zod';
import { Decimal, type Value } from '../../expression/index.js';
import { type Condition, condition } from '../../expression/written.js';
import { expressionText } from '../cells/expression-text.js';
import { computedInput, keep, resultCell, valueCells } from '../cells/line-cells.js';
import { lintCondition } from '../lint/lint-expression.js';
import { eitherBoolean, numbers, rangeOf } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import { namesOf, stepsIn, valuesRead } from '../run/run.js';
import type { LineBase } from '../run/worksheet-line.js';
import { skippable } from './every-step.js';
import { lintSelection } from './lint-selection.js';
import {
  compileSelection,
  type SelectionLine,
  selectedWords,
  selectionFields,
  selectionText,
} from './loop-selection.js';
import { type Runner, type StepKind, stepFields } from './step-kind.js';

/**
 * The result, given the number of iterations for which the condition holds; `word` is the formula's function.
 */
const findings = {
  countOverLoop: {
    word: 'count',
    text: 'number of',
    rule: (one: string, tested: string) => `The number of times, over each ${one}, that ${tested}.`,
    found: (holding: number): Value => Decimal.of(holding),
  },
  anyOverLoop: {
    word: 'any',
    text: 'any of',
    rule: (one: string, tested: string) => `Yes if for any ${one} ${tested}; otherwise no.`,
    found: (holding: number): Value => holding > 0,
  },
  allOverLoop: {
    word: 'all',
    text: 'all of',
    rule: (one: string, tested: string) => `Yes if for every ${one} ${tested}; otherwise no.`,
    found: (holding: number, iterations: number): Value => holding === iterations,
  },
} as const;

type AskingOp = keyof typeof findings;

const schema = z.strictObject({
  ...stepFields,
  op: z
    .enum(Object.keys(findings) as [AskingOp, ...AskingOp[]])
    .describe('What is found out about the iterations.'),
  ...selectionFields,
  condition: condition.describe('Tested for each iteration.'),
  as: z.string().min(1).describe('The name of the derived value that is the result.'),
});

/** One for each iteration, followed by one for all, without `iterationId`. */
interface ConditionOverLoopLine extends LineBase<AskingOp>, SelectionLine {
  /** The condition as the plan writes it. */
  expression?: Condition;
  /** The derived value's name; not on the lines of iterations. */
  as?: string;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes
    extends Record<AskingOp, { step: z.infer<typeof schema>; line: ConditionOverLoopLine }> {}
}

/** Tests a condition for each iteration of a loop. */
export const conditionOverLoop: StepKind<AskingOp> = {
  description:
    'tests `condition` for each iteration of `loop`, and keeps for how many it holds, whether for any, or whether for all, as the derived value `as`; `of` and `where` select iterations',
  schema: () => schema,
  compile(step, place, context) {
    const { name, op, as } = step;
    const { inside, iterationsOf, each, fields } = compileSelection(step, place, context);
    const test = context.condition(step.condition, { ...inside, path: `${place.path}.condition` });
    const slot = context.define(as, place);
    const { found } = findings[op];
    const expression = step.condition;
    const formOfOne: LineForm<AskingOp> = { op, inputs: namesOf(test.references), fields: { expression } };
    const form: LineForm<AskingOp> = { op, inputs: ['iterations'], as, fields: { ...fields, expression } };
    const weight = 1 + stepsIn(test.parts);
    const everyStep: Runner = (run, scope, amount) => {
      const holding = each(run, scope, (iteration) => {
        const holds = run.skipping ? null : test.holds(iteration);
        run.record(formOfOne, valuesRead(test.references, iteration), holds);
        return holds;
      });
      run.step = name;
      const value = run.skipping
        ? null
        : found(holding.filter((holds) => holds === true).length, holding.length);
      if (value !== null) scope.values[slot] = value;
      run.record(form, [Decimal.of(holding.length)], value);
      return amount;
    };
    const runner: Runner = (run, scope, amount) => {
      if (run.sheet?.everyStep) return everyStep(run, scope, amount);
      const iterations = iterationsOf(run, scope);
      run.count(iterations.length * weight);
      let holding = 0;
      for (const iteration of iterations) {
        run.goTo(iteration);
        const holds = test.holds(iteration);
        if (holds) holding += 1;
        if (run.sheet) run.record(formOfOne, valuesRead(test.references, iteration), holds);
      }
      run.goTo(scope);
      run.step = name;
      const value = found(holding, iterations.length);
      scope.values[slot] = value;
      if (run.sheet) run.record(form, [Decimal.of(iterations.length)], value);
      return amount;
    };
    return skippable(runner, everyStep);
  },
  lint(step, path, { knowledge, amount }, linter) {
    const at = [...path, 'condition'];
    const { inside, count } = lintSelection(step, path, knowledge, linter.findings);
    const { failing } = lintCondition(step.condition, at, inside, linter.findings);
    if (!failing) linter.findings.warning(at, 'this condition holds for every iteration');
    const most = rangeOf(count)?.to ?? Number.POSITIVE_INFINITY;
    const found =
      step.op === 'countOverLoop' ? numbers({ from: 0, to: most }, { whole: true }) : eitherBoolean;
    return { amount, knowledge: knowledge.define(step.as, found) };
  },
  effect: () => ({ sets: false, only: false }),
  rule: (step, words) => [
    findings[step.op].rule(selectedWords(step, words), words.condition(step.condition)),
  ],
  describe(line) {
    const { op, as, step, expression } = line;
    const tested = expressionText(expression);
    return isOfOne(line)
      ? tested
      : `${as ?? step} = ${findings[op].text} ${selectionText(line)} with ${tested}`;
  },
  reads: (line) => (isOfOne(line) ? line.inputs : {}),
  testsIterations: true,
  cells(line, memory, iterations) {
    memory.noteSelection(line);
    if (isOfOne(line)) return valueCells(computedInput(line, memory, line.after));
    const formula =
      iterations.length > 0 ? ({ kind: findings[line.op].word, cells: iterations } as const) : null;
    return valueCells(keep(line, memory, resultCell(line, memory, line.after, formula)));
  },
  change: () => null,
};

/** Whether it is the line of a single iteration, which names no loop. */
function isOfOne({ loop }: ConditionOverLoopLine): boolean {
  return loop === undefined;
}
