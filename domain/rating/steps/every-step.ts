import type { Reading, Value } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { ReadExpression, TestedCondition } from '../run/every-step.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import { type Amount, namesOf, type RatingRun, valuesRead } from '../run/run.js';
import type { PlanTest } from './plan-context.js';

type Skip = (run: RatingRun, scope: RatingScope, amount: Amount) => void;

/** A step that writes its line to a worksheet of every step where it does not run, too. */
export function skippable<R extends object>(runner: R, skip: Skip): R & { skip: Skip } {
  return Object.assign(runner, { skip });
}

/** Writes the line of a step that does not run: with what it would read, and the amount unchanged. */
export function skipped(
  form: LineForm,
  inputsOf: (scope: RatingScope) => readonly (Value | null)[],
  { changesAmount }: { changesAmount: boolean },
): Skip {
  return (run, scope, amount) => {
    const before = changesAmount ? (amount ?? zero) : null;
    run.record(form, inputsOf(scope), before, before);
  };
}

/** What an expression or condition read, for a worksheet of every step. */
export function readBy(
  run: RatingRun,
  expression: unknown,
  references: readonly Reading<RatingScope>[],
  scope: RatingScope,
): ReadExpression {
  return { expression, inputs: run.sheet?.read(namesOf(references), valuesRead(references, scope)) ?? {} };
}

/** A condition as it is tested here; not at all among steps that do not run. */
export function testedBy(
  run: RatingRun,
  test: PlanTest,
  condition: unknown,
  scope: RatingScope,
): TestedCondition {
  return {
    ...readBy(run, condition, test.references, scope),
    holds: run.skipping ? null : test.holds(scope),
  };
}
