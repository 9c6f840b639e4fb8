import { z } from 'zod';
import { type Condition, condition } from '../../expression/written.js';
import { expressionText } from '../cells/expression-text.js';
import { foundCell } from '../cells/formula.js';
import { computedInput, valueCells } from '../cells/line-cells.js';
import { lintCondition } from '../lint/lint-expression.js';
import { readLogic } from '../lint/reason.js';
import type { LineForm } from '../run/line-form.js';
import { namesOf, valuesRead } from '../run/run.js';
import type { LineBase } from '../run/worksheet-line.js';
import { skippable, testedBy } from './every-step.js';
import { merged } from './lint-state.js';
import { type Runner, type Step, type StepKind, stepFields } from './step-kind.js';

const schema = <S extends z.ZodType>(step: S) =>
  z.strictObject({
    ...stepFields,
    op: z.literal('if'),
    condition: condition.describe('Decides which steps run.'),
    then: z.array(step).describe('The steps if it holds.'),
    else: z.array(step).optional().describe('The steps if it does not.'),
  });

// An interface, as a type alias cannot be recursive.
interface IfStep extends z.infer<ReturnType<typeof schema<z.ZodType<Step>>>> {}

interface IfLine extends LineBase<'if'> {
  /** The condition as the plan writes it. */
  expression?: Condition;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    if: { step: IfStep; line: IfLine };
  }
}

/** Runs one list of steps or another. */
export const branch: StepKind<'if'> = {
  description: 'runs the steps of `then` if `condition` holds, else those of `else`',
  schema,
  compile(step, place, context, compileSteps) {
    const test = context.condition(step.condition, { ...place, path: `${place.path}.condition` });
    const onTrue = compileSteps(step.then, { ...place, path: `${place.path}.then` }, context);
    const onFalse = compileSteps(step.else ?? [], { ...place, path: `${place.path}.else` }, context);
    const form: LineForm<'if'> = {
      op: 'if',
      inputs: namesOf(test.references),
      fields: { expression: step.condition },
    };
    const everyStep: Runner = (run, scope, amount) => {
      const tested = testedBy(run, test, step.condition, scope);
      run.record(form, valuesRead(test.references, scope), tested.holds);
      const then = run.under(tested, () => onTrue(run, scope, amount));
      return run.under({ ...tested, negated: true }, () => onFalse(run, scope, then));
    };
    const runner: Runner = (run, scope, amount) => {
      if (run.sheet?.everyStep) return everyStep(run, scope, amount);
      const holds = test.holds(scope);
      if (run.sheet) run.record(form, valuesRead(test.references, scope), holds);
      return holds ? onTrue(run, scope, amount) : onFalse(run, scope, amount);
    };
    return skippable(runner, everyStep);
  },
  lint(step, path, before, linter) {
    const at = [...path, 'condition'];
    const { holding, failing } = lintCondition(step.condition, at, before.knowledge, linter.findings);
    const otherwise = step.else ?? [];
    if (!failing && otherwise.length > 0) {
      const message = 'these steps are never reached: the condition always holds';
      linter.findings.warning([...path, 'else'], message);
    }
    const onTrue = holding && linter.list(step.then, [...path, 'then'], { ...before, knowledge: holding });
    const onFalse = failing && linter.list(otherwise, [...path, 'else'], { ...before, knowledge: failing });
    const where = readLogic(step.condition, before.knowledge);
    const ways = [
      onTrue && { ...onTrue, where },
      onFalse && { ...onFalse, where: where === undefined ? undefined : { '!': [where] } },
    ];
    return merged(
      before,
      ways.filter((each) => each !== null),
    );
  },
  effect: () => ({ sets: false, only: false }),
  rule: ({ condition: tested, then, else: otherwise = [] }, { condition: say }) => [
    `If ${say(tested)}:`,
    then,
    ...(otherwise.length > 0 ? ['Otherwise:', otherwise] : []),
  ],
  inner: (step) => [
    { key: 'then', steps: step.then, inLoop: false },
    { key: 'else', steps: step.else ?? [], inLoop: false },
  ],
  describe: (line) => `${expressionText(line.expression)}?`,
  reads: ({ inputs }) => inputs,
  cells: (line, memory) =>
    valueCells(memory.live ? computedInput(line, memory, line.after) : foundCell(line.after)),
  change: () => null,
};
