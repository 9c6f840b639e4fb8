import { Decimal } from '../../expression/index.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { monthsOfTerm } from '../../ground/term.js';
import type { Findings } from '../lint/findings.js';
import type { RatingPlan } from './plan.js';

/** Months of a term whose factor is one. */
const yearly = 12;

/** A term that costs no more than a shorter one: the factor is on the yearly premium, so that of three years is near 3. */
export function lintTerms(
  { terms = [] }: Partial<Pick<RatingPlan, 'terms'>>,
  path: LintIssue['path'],
  findings: Findings,
): void {
  const byLength = terms
    .map(({ term, factor }, index) => ({
      term,
      factor: Decimal.of(factor),
      index,
      months: monthsOfTerm(term),
    }))
    .sort((a, b) => a.months - b.months);
  const [only, second] = byLength;
  if (only && second === undefined && only.months !== yearly && only.factor.equals(Decimal.of(1)))
    findings.warning(
      [...path, 'terms', only.index],
      `the term ${only.term} costs as much as a year: the factor is on the premium of a year; accept it where all rates are of the whole term`,
    );
  for (const [place, { term, factor, index }] of byLength.entries()) {
    const shorter = byLength[place - 1];
    if (shorter === undefined || factor.greaterThan(shorter.factor) || shorter.term === term) continue;
    findings.warning(
      [...path, 'terms', index],
      `the term ${term} costs ${factor.toFixed()} of the yearly premium, and the shorter ${shorter.term} ${shorter.factor.toFixed()}: the factor is on the premium of a year`,
    );
  }
}
