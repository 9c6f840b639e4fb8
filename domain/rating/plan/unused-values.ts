import type { LintIssue } from '../../ground/lint-issue.js';
import { expiringPrefix, isOfExpiring } from '../run/value-slots.js';
import { allSteps } from '../steps/all-steps.js';
import { keptNames } from '../steps/kept-names.js';
import type { Step } from '../steps/step-kind.js';
import type { RatingPlan } from './plan.js';
import { valuesRead } from './value-use.js';

type Path = LintIssue['path'];
type Plan = Pick<RatingPlan, 'derive' | 'policy'> & Partial<Pick<RatingPlan, 'loops' | 'coverages'>>;

/** A derived value that no step reads; one of the policy is also in the quote's `metadata.rateMeta`. */
export interface UnusedValue {
  name: string;
  path: Path;
  /** It is an iteration's, which nothing else can read. */
  inLoop: boolean;
}

/** Derived values that no step, condition or rule of the plan reads. */
export function unusedValues(plan: Plan, path: Path): UnusedValue[] {
  // What is read of the expiring term is derived for the next one.
  const read = new Set(
    valuesRead(plan).flatMap((name) => (isOfExpiring(name) ? [name.slice(expiringPrefix.length)] : [name])),
  );
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

function derivedIn(list: readonly Step[], at: Path, inLoop: boolean): UnusedValue[] {
  return allSteps(list, at, inLoop).flatMap(({ step, path, inLoop: ofIteration }) =>
    keptNames(step).map(({ name, path: place }) => ({
      name,
      path: [...path, ...place],
      inLoop: ofIteration,
    })),
  );
}
