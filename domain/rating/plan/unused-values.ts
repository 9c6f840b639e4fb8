import type { LintIssue } from '../../ground/lint-issue.js';
import type { Step } from '../steps/step.js';
import type { RatingPlan } from './plan.js';

type Path = LintIssue['path'];
type Plan = Pick<RatingPlan, 'derive' | 'policy'> & Partial<Pick<RatingPlan, 'loops' | 'coverages'>>;

/**
 * Derived values of iterations that nothing reads. Those of the policy are always read: they are in the quote's
 * `metadata.rateMeta`.
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

function derivedIn(steps: readonly Step[], path: Path, inLoop: boolean): { name: string; path: Path }[] {
  return steps.flatMap((step, index) => {
    const at = [...path, index];
    if (step.op === 'if') {
      return [
        ...derivedIn(step.then, [...at, 'then'], inLoop),
        ...derivedIn(step.else ?? [], [...at, 'else'], inLoop),
      ];
    }
    const inner = step.op === 'sumOverLoop' ? derivedIn(step.steps, [...at, 'steps'], true) : [];
    const name = 'as' in step ? step.as : undefined;
    return inLoop && name !== undefined ? [...inner, { name, path: [...at, 'as'] }] : inner;
  });
}

/** Every `{value: name}` anywhere in a plan. */
function valuesRead(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(valuesRead);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, content]) => {
    if (key !== 'value') return valuesRead(content);
    const [name] = Array.isArray(content) ? content : [content];
    return typeof name === 'string' ? [name] : valuesRead(content);
  });
}
