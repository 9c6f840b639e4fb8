import type { Step } from './kind.js';
import { kindOf } from './kinds.js';
import type { Path } from './standing.js';

interface PlacedStep {
  step: Step;
  path: Path;
  /** It runs for each iteration of a loop. */
  inLoop: boolean;
}

/** The steps of a list with their inner steps, which come first. */
export function allSteps(steps: readonly Step[], path: Path = [], inLoop = false): PlacedStep[] {
  return steps.flatMap((step, index) => {
    const at = [...path, index];
    const inner = kindOf(step).inner?.(step) ?? [];
    return [
      ...inner.flatMap((list) => allSteps(list.steps, [...at, list.key], inLoop || list.inLoop)),
      { step, path: at, inLoop },
    ];
  });
}
