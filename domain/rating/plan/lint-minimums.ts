import { constantAmount, Decimal } from '../../expression/index.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import type { Findings } from '../lint/findings.js';
import { allSteps } from '../steps/all-steps.js';
import type { Step } from '../steps/step-kind.js';
import type { RatingPlan } from './plan.js';
import { valuesRead } from './value-use.js';

/**
 * A minimum premium that is written as `max` is multiplied by the term factor without anybody having said so: of 250, half
 * a year is charged 125. So is an amount that `policy` adds, such as an expense constant.
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
  const amounts = amountsOf(policy, coverages);
  for (const { step, path: at, inLoop } of allSteps(policy, [...path, 'policy'])) {
    if (inLoop) continue;
    if (step.op === 'add') lintConstant(step.by, at, scaled, findings);
    if (step.op !== 'max') continue;
    const least = constantAmount(step.by);
    // Not a minimum premium: a floor at zero, or a comparison with another amount of the calculation.
    if (least && !least.isPositive()) continue;
    if (valuesRead(step.by).some((name) => amounts.has(name))) continue;
    const charged = least
      ? `${least.times(Decimal.of(scaled.factor)).toFixed()} of ${least.toFixed()}`
      : `${scaled.factor} of it`;
    findings.warning(
      at,
      `the term factor applies to this minimum: the term ${scaled.term} is charged ${charged}; write \`op: minimum\` with \`scaledByTerm: true\` if that is meant, else with \`scaledByTerm: false\``,
    );
  }
}

/** An amount that is added to every premium, often once in any term. */
function lintConstant(
  by: unknown,
  path: LintIssue['path'],
  { term, factor }: RatingPlan['terms'][number],
  findings: Findings,
): void {
  const added = constantAmount(by);
  if (!added?.isPositive()) return;
  const charged = `${added.times(Decimal.of(factor)).toFixed()} of ${added.toFixed()}`;
  findings.warning(
    path,
    `the term factor applies to this amount: the term ${term} is charged ${charged}; accept it if that is meant, else give the terms the factor 1 and multiply by term in a step before this one`,
  );
}

/** The names of the amounts of coverages and of those that steps keep. */
function amountsOf(policy: readonly Step[], coverages: RatingPlan['coverages']): ReadonlySet<string> {
  const steps = allSteps([...coverages.flatMap((coverage) => coverage.steps), ...policy]);
  const kept = steps.flatMap(({ step }) =>
    step.op === 'name' || 'by' in step || step.op === 'round' ? (step.as ?? []) : [],
  );
  return new Set([...coverages.map(({ code }) => code), ...kept]);
}
