import type { LintIssue } from '../../ground/lint-issue.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import type { Findings } from '../lint/findings.js';
import { given, isOfExpiring } from '../run/value-slots.js';
import { allSteps } from '../steps/all-steps.js';
import { keptNames } from '../steps/kept-names.js';
import type { RatingPlan } from './plan.js';

type Path = LintIssue['path'];
type Plan = Pick<RatingPlan, 'derive' | 'policy' | 'taxesAndFees'> &
  Partial<Pick<RatingPlan, 'loops' | 'coverages'>>;

/** Names that a rating gives a meaning itself. `by` is the operand of a step in its worksheet line. */
const reserved: ReadonlySet<string> = new Set([...Object.keys(given), 'premium', 'by']);

/** Derived values and coverages whose name is another thing's: one of the two would be read for the other. */
export function lintNames(plan: Plan, path: Path, types: QuestionTypes, findings: Findings): void {
  const codes = new Set(plan.coverages?.map(({ code }) => code));
  for (const { name, path: at } of namesOf(plan, path)) {
    const ofCoverage = at.at(-1) !== 'code' && codes.has(name);
    const meaning =
      reserved.has(name) || isOfExpiring(name)
        ? 'has a meaning in every rating plan'
        : types.has(name)
          ? 'is a question of the product'
          : ofCoverage && 'is the code of a coverage';
    if (meaning) findings.error(at, `"${name}" ${meaning}; choose another name`);
  }
}

function namesOf(plan: Plan, path: Path): { name: string; path: Path }[] {
  const lists = [
    allSteps(plan.derive, [...path, 'derive']),
    ...(plan.loops ?? []).map(({ derive }, index) => allSteps(derive, [...path, 'loops', index, 'derive'])),
    ...(plan.coverages ?? []).map(({ steps }, index) =>
      allSteps(steps, [...path, 'coverages', index, 'steps']),
    ),
    allSteps(plan.policy, [...path, 'policy']),
    ...plan.taxesAndFees.map(({ steps }, index) =>
      allSteps(steps, [...path, 'taxesAndFees', index, 'steps']),
    ),
  ];
  const derived = lists
    .flat()
    .flatMap(({ step, path: at }) =>
      keptNames(step).map(({ name, path: place }) => ({ name, path: [...at, ...place] })),
    );
  const codes = (plan.coverages ?? []).map(({ code }, index) => ({
    name: code,
    path: [...path, 'coverages', index, 'code'],
  }));
  return [...derived, ...codes];
}
