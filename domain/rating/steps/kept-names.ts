import type { Path } from './lint-state.js';
import type { Step } from './step-kind.js';

/** The derived values that a step itself keeps, each with the place of its name in the step. */
export function keptNames(step: Step): { name: string; path: Path }[] {
  const values = 'values' in step ? Object.keys(step.values ?? {}) : [];
  return [
    ...('as' in step && step.as !== undefined ? [{ name: step.as, path: ['as'] }] : []),
    ...values.map((name) => ({ name, path: ['values', name] })),
  ];
}
