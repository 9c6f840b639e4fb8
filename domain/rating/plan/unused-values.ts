import type { LintIssue } from '../../ground/lint-issue.js';
import { allSteps } from '../steps/all-steps.js';
import { keptNames } from '../steps/kept-names.js';
import type { Step } from '../steps/step-kind.js';
import type { RatingPlan } from './plan.js';
import { valuesRead } from './value-use.js';

type Path = LintIssue['path'];
type Plan = Pick<RatingPlan, 'derive' | 'policy'> & Partial<Pick<RatingPlan, 'loops' | 'coverages'>>;

/**
 * Derived values of iterations that nothing reads. Those of the policy are always used: they are in the
 * quote's `metadata.rateMeta`.
 */
export function unusedValues(plan: Plan, path: Path): { name: string; path: Path }[] {
  const read = new Set(valuesRead(plan));
  const derived = [
    ...(plan.loops ?? []).flatMap(({ derive }, index) =>
      derivedIn(derive, [...path, 'loops', index, 'derive'], true),
    ),
    ...derivedIn(plan.derive, [...path, 'derive'], false),
    ...(plan.coverages ?? []).flatMap(({ steps }, index) =>
      derivedIn(steps, [...path, 'coverages', index, 'steps'], false),
    ),
    ...derivedIn(plan.policy, [...path, 'policy'], false),
  ];
  return derived.filter(({ name }) => !read.has(name));
}

function derivedIn(list: readonly Step[], at: Path, inLoop: boolean): { name: string; path: Path }[] {
  return allSteps(list, at, inLoop).flatMap(({ step, path, inLoop: ofIteration }) =>
    ofIteration ? keptNames(step).map(({ name, path: place }) => ({ name, path: [...path, ...place] })) : [],
  );
}
