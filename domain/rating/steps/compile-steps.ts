import { levelsOf } from '../run/level.js';
import { stepsIn } from '../run/run.js';
import type { Place, PlanContext } from './plan-context.js';
import type { Runner, Step } from './step-kind.js';
import { kindOf } from './step-kinds.js';

/**
 * Compiles a list of steps to one function. Problems in it are reported under `place.path`.
 * @param numbers the number of each step in the plan's list, if these are not all of it.
 */
export function compileSteps(
  steps: readonly Step[],
  place: Place,
  context: PlanContext,
  numbers?: readonly number[],
): Runner {
  const partsBefore = context.parts;
  const runners = steps.map((step, index) =>
    compileStep(step, { ...place, path: `${place.path}[${numbers?.[index] ?? index}]` }, context),
  );
  const isInsideAnother = levelsOf(place).length > 1;
  const weight = runners.length + stepsIn(context.parts - partsBefore);
  return (run, scope, amount) => {
    run.count(weight);
    if (isInsideAnother) run.countInner(runners.length);
    let current = amount;
    for (const runner of runners) current = runner(run, scope, current);
    return current;
  };
}

function compileStep(step: Step, place: Place, context: PlanContext): Runner {
  const when = context.optionalCondition(step.when, place);
  const body = kindOf(step).compile(step, place, context, compileSteps);
  const { name } = step;
  if (!when) {
    return (run, scope, amount) => {
      run.step = name;
      return body(run, scope, amount);
    };
  }
  return (run, scope, amount) => {
    run.step = name;
    return when.holds(scope) ? body(run, scope, amount) : amount;
  };
}
