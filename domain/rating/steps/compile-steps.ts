import { levelsOf } from '../run/level.js';
import type { RatingScope } from '../run/rating-scope.js';
import { type Amount, type RatingRun, stepsIn } from '../run/run.js';
import { testedBy } from './every-step.js';
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
    if (run.sheet?.everyStep) return everyStep(compiled, run, scope, amount);
    let current = amount;
    for (const { name, when, body } of compiled) {
      run.step = name;
      if (when === null || when.holds(scope)) current = body(run, scope, current);
    }
    return current;
  };
}

/** Runs the steps for a worksheet of every step, which has those, too, that do not run. */
function everyStep(
  steps: readonly CompiledStep[],
  run: RatingRun,
  scope: RatingScope,
  amount: Amount,
): Amount {
  let current = amount;
  for (const { name, when, condition, body } of steps) {
    run.step = name;
    const before = current;
    current = run.under(when && testedBy(run, when, condition, scope), () => {
      if (!run.skipping) return body(run, scope, before);
      body.skip?.(run, scope, before);
      return before;
    });
  }
  return current;
}

interface CompiledStep {
  name: string;
  condition: unknown;
  when: PlanTest | null;
  body: Runner;
}

function compileStep(step: Step, place: Place, context: PlanContext): CompiledStep {
  const when = context.optionalCondition(step.when, place);
  const body = kindOf(step).compile(step, place, context, compileSteps);
  return { name: step.name, condition: step.when, when, body };
}
