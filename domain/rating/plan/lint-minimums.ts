import { Decimal } from '../../expression/index.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import type { Findings } from '../lint/findings.js';
import { allSteps } from '../steps/all-steps.js';
import type { RatingPlan } from './plan.js';

/**
 * A minimum premium that is written as `max` is multiplied by the term factor without anybody having said so: of 250, half
 * a year is charged 125.
 */
export function lintMinimums(
  {
    policy,
    terms = [],
    coverages,
  }: Pick<RatingPlan, 'policy'> & Partial<Pick<RatingPlan, 'terms' | 'coverages'>>,
  path: LintIssue['path'],
  findings: Findings,
): void {
  const scaled = terms.find(({ factor }) => !Decimal.of(factor).equals(1));
  // A package adds up premiums of the term.
  if (!scaled || !coverages) return;
  for (const { step, path: at } of allSteps(policy, [...path, 'policy'])) {
    if (step.op !== 'max') continue;
    const least = typeof step.by === 'number' ? Decimal.of(step.by) : null;
    const charged = least
      ? `${least.times(Decimal.of(scaled.factor)).toFixed()} of ${least.toFixed()}`
      : `${scaled.factor} of it`;
    findings.warning(
      at,
      `the term factor applies to this minimum: the term ${scaled.term} is charged ${charged}; write \`op: minimum\` with \`scaledByTerm: true\` if that is meant, else with \`scaledByTerm: false\``,
    );
  }
}
