import type { RatingScope } from '../run/rating-scope.js';
import type { RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import type { PlanContext } from '../steps/plan-context.js';
import type { Runner } from '../steps/step-kind.js';
import { type Circle, type Derivation, type Deriving, derivationOrder } from './derivation-order.js';

interface Part {
  section: string;
  /** Null for the policy. */
  iterationsOf: ((scope: RatingScope) => readonly RatingScope[]) | null;
  steps: Runner;
}

/** Compiles the derived values of the policy and of iterations, in the order in which they need each other. */
export function compileDerived(
  plan: Deriving,
  at: (part: string) => string,
  context: PlanContext,
): (run: RatingRun) => void {
  const { derivations, circles } = derivationOrder(plan);
  for (const circle of circles) reportCircle(circle, plan, at, context);
  const iterations = plan.loops?.map(({ loop }, index) =>
    context.iterationsOf(loop, at(`loops[${index}].loop`)),
  );
  const parts = derivations.flatMap(apartFromRanks).map(({ list, loop, steps, numbers }): Part => {
    const ranks = steps.some(({ op }) => op === 'rank');
    const place = { path: at(listOf(list)), loop, ...(loop !== null && ranks && { ranks }) };
    return {
      section: loop === null ? 'derive' : `loop:${loop}`,
      iterationsOf: list === null ? null : (iterations?.[list] ?? null),
      steps: compileSteps(steps, place, context, numbers),
    };
  });
  return (run) => {
    for (const { section, iterationsOf, steps } of parts) {
      run.enter(section);
      if (iterationsOf === null) {
        steps(run, run.policy, null);
        continue;
      }
      for (const iteration of iterationsOf(run.policy)) {
        run.goTo(iteration);
        steps(run, iteration, null);
      }
    }
  };
}

function listOf(list: number | null): string {
  return list === null ? 'derive' : `loops[${list}].derive`;
}

/** A rank looks at all iterations, so it runs after the steps before it have run for each of them. */
function apartFromRanks(derivation: Derivation): Derivation[] {
  const parts: Derivation[] = [];
  derivation.steps.forEach((step, index) => {
    const number = derivation.numbers[index] ?? index;
    const ranks = step.op === 'rank';
    const last = parts.at(-1);
    if (last && !ranks && last.steps[0]?.op !== 'rank') {
      last.steps.push(step);
      last.numbers.push(number);
    } else parts.push({ ...derivation, steps: [step], numbers: [number] });
  });
  return parts;
}

function reportCircle(
  { names, list, number }: Circle,
  plan: Deriving,
  at: (part: string) => string,
  context: PlanContext,
): void {
  const [first = ''] = names;
  const circle = [...names, first].map((name) => `"${name}"`).join(' needs ');
  context.report(
    at(`${listOf(list)}[${number}]`),
    `derived values need each other: ${circle}; compute one of them without the others`,
  );
  // So that the circle is not reported again where its values are read.
  const loops = [null, ...(plan.loops ?? []).map(({ loop }) => loop)];
  for (const name of names) for (const loop of loops) context.define(name, { loop });
}
