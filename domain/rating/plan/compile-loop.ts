import { compileSteps } from '../steps/compile-steps.js';
import type { PlanContext } from '../steps/plan-context.js';
import type { Step } from '../steps/step-kind.js';
import type { RatingPlan } from './plan.js';
import type { PlanParts } from './rate.js';

/**
 * Compiles the derived values of a loop's iterations. A rank looks at all iterations, so it runs after the steps
 * before it have run for each of them.
 */
export function compileLoop(
  { loop, derive }: RatingPlan['loops'][number],
  path: string,
  context: PlanContext,
): PlanParts['loops'] {
  const iterationsOf = context.iterationsOf(loop, `${path}.loop`);
  return partsOf(derive).map(({ steps, from, ranks }) => {
    const place = { path: `${path}.derive`, loop, ...(ranks && { ranks }) };
    return { section: `loop:${loop}`, iterationsOf, steps: compileSteps(steps, place, context, from) };
  });
}

interface Part {
  steps: Step[];
  /** The place of the first step in the plan's list. */
  from: number;
  ranks: boolean;
}

/** The steps between ranks together, and each rank by itself. */
function partsOf(steps: readonly Step[]): Part[] {
  const parts: Part[] = [];
  steps.forEach((step, index) => {
    const ranks = step.op === 'rank';
    const last = parts.at(-1);
    if (last && !last.ranks && !ranks) last.steps.push(step);
    else parts.push({ steps: [step], from: index, ranks });
  });
  return parts;
}
