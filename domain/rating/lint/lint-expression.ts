import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { Never } from './facts.js';
import type { Findings } from './findings.js';
import type { Knowledge } from './knowledge.js';
import { isComparison } from './narrow.js';
import { constantOf, named } from './operand.js';
import { lintOperands } from './operands.js';
import { anything, canBe, canBeZero, type Possible, rangeOf, written } from './possible.js';
import { evaluate, readLogic, refine } from './reason.js';
import { lintUnguarded } from './unguarded.js';
import { lintUnvarying } from './unvarying.js';

type Path = LintIssue['path'];

/** Lints an expression, and tells what it can come to where it stands. */
export function lintExpression(
  expression: unknown,
  path: Path,
  knowledge: Knowledge,
  findings: Findings,
): Possible {
  const logic = readLogic(expression, knowledge);
  if (logic === undefined) return anything;
  lintParts(logic, path, knowledge, findings);
  lintUnguarded(logic, path, knowledge, findings);
  return evaluate(logic, knowledge, (divisor, possible) => lintDivisor(divisor, possible, path, findings));
}

/**
 * Lints a condition: can it hold at all, can it hold where it stands, do its parts mean something? Tells what is
 * known where it holds, and where it does not; null for what never is.
 */
export function lintCondition(
  condition: unknown,
  path: Path,
  knowledge: Knowledge,
  findings: Findings,
): { holding: Knowledge | null; failing: Knowledge | null } {
  const logic = readLogic(condition, knowledge);
  if (logic === undefined) return { holding: knowledge, failing: knowledge };
  evaluate(logic, knowledge, (divisor, possible) => lintDivisor(divisor, possible, path, findings));
  const alone = refine(logic, knowledge.unconditional(), true);
  const holding = refine(logic, knowledge, true);
  if (alone instanceof Never) {
    findings.add(alone.direct, path, `this can never hold: ${alone.why}`);
  } else {
    lintParts(logic, path, knowledge, findings);
    if (holding instanceof Never) {
      findings.warning(path, `this can never hold where it stands: ${holding.why}`);
    }
  }
  const failing = refine(logic, knowledge, false);
  return {
    holding: holding instanceof Never ? null : holding,
    failing: failing instanceof Never ? null : failing,
  };
}

/** Zero is a mistake where an answer can be it, and worth a look where a computed number seems to. */
export function lintDivisor(divisor: Logic, possible: Possible, path: Path, findings: Findings): void {
  const range = rangeOf(possible);
  if (!range || !canBeZero(possible)) return;
  const always = range.from === 0 && range.to === 0;
  const advice = 'leave it out by a condition, or bound what it is made of';
  if (always) findings.error(path, 'divides by zero');
  else findings.add(possible.direct, path, `divides by ${named(divisor)}, which can be zero; ${advice}`);
}

/** The comparisons within, and the conditions of an `if`: one that never holds says less than it seems to. */
function lintParts(logic: Logic, path: Path, knowledge: Knowledge, findings: Findings): void {
  if (logic === null || typeof logic !== 'object') return;
  if (Array.isArray(logic)) {
    for (const item of logic) lintParts(item, path, knowledge, findings);
    return;
  }
  const base = knowledge.unconditional();
  for (const [operator, operands] of Object.entries(logic)) {
    if (isComparison(operator) || operator === 'in') {
      if (!lintChoices(operator, operands, path, base, findings)) {
        const refined = refine(logic, base, true);
        if (refined instanceof Never) findings.warning(path, `a part of this can never hold: ${refined.why}`);
      }
    }
    lintOperands(operands, { operator, path, knowledge: base, findings });
    for (const operand of operands) lintParts(operand, path, knowledge, findings);
    lintUnvarying(operator, operands, path, { knowledge: base, findings });
  }
}

/** What an answer is compared with must be one of its choices. Tells whether something was found. */
function lintChoices(
  operator: string,
  [left = null, right = null]: readonly Logic[],
  path: Path,
  knowledge: Knowledge,
  findings: Findings,
): boolean {
  const members = operator === 'in' && Array.isArray(right) ? right : [right];
  const [subject, others] = constantOf(left) === null ? [left, members] : [right, [left]];
  if (operator !== 'in' && operator !== '==' && operator !== '!=') return false;
  const possible = evaluate(subject, knowledge);
  if (!possible.list || !possible.direct || possible.type === 'boolean') return false;
  const odd = others.flatMap((other) => constantOf(other) ?? []).filter((value) => !canBe(possible, value));
  const certain = operator !== 'in' || odd.length === others.length;
  for (const value of odd) findings.add(certain, path, `${named(subject)} has no choice ${written(value)}`);
  return odd.length > 0;
}

/** How a divisor is named: by what it reads, where it is nothing more than that. */
export function divisorOf(expression: unknown): Logic {
  const [operator, name] =
    typeof expression === 'object' && expression ? (Object.entries(expression)[0] ?? []) : [];
  return operator && typeof name === 'string' ? { [operator]: [name] } : {};
}
