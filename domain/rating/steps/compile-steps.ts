import { levelsOf } from '../run/level.js';
import { stepsIn } from '../run/run.js';
import type { Place, PlanContext, PlanTest } from './plan-context.js';
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
  const compiled = steps.map((step, index) =>
    compileStep(step, { ...place, path: `${place.path}[${numbers?.[index] ?? index}]` }, context),
  );
  const isInsideAnother = levelsOf(place).length > 1;
  const weight = compiled.length + stepsIn(context.parts - partsBefore);
  return (run, scope, amount) => {
    run.count(weight);
    if (isInsideAnother) run.countInner(compiled.length);
    let current = amount;
    for (const { name, when, body } of compiled) {
      run.step = name;
      if (when === null || when.holds(scope)) current = body(run, scope, current);
    }
    return current;
  };
}

interface CompiledStep {
  name: string;
  when: PlanTest | null;
  body: Runner;
}

function compileStep(step: Step, place: Place, context: PlanContext): CompiledStep {
  const when = context.optionalCondition(step.when, place);
  const body = kindOf(step).compile(step, place, context, compileSteps);
  return { name: step.name, when, body };
}
