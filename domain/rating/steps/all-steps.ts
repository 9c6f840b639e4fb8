import type { Path } from './lint-state.js';
import type { Step } from './step-kind.js';
import { kindOf } from './step-kinds.js';

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
