import { toDecimal, type Value } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { Never } from './facts.js';
import type { Findings } from './findings.js';
import type { Knowledge } from './knowledge.js';
import { type Possible, rangeOf, written, writtenNumber } from './possible.js';
import { evaluate, readLogic, refine } from './reason.js';

type Path = LintIssue['path'];

/** Operators whose result is expected to vary with what they read. */
const varying: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', 'min', 'max', 'abs', 'round', 'power', 'if'],
]);

/**
 * An expression that reads something and comes to the same whatever that is: a cap written backwards, as
 * `{ max: [x, 0.25] }` of what is 0.25 at most.
 */
export function lintUnvarying(
  operator: string,
  operands: readonly Logic[],
  path: Path,
  { knowledge, findings }: { knowledge: Knowledge; findings: Findings },
): void {
  if (!varying.has(operator) || !operands.some(readsAny) || findings.hasError(path)) return;
  // Of an "if", a part that can never hold says why.
  if (operator === 'if' && findings.hasIssue(path)) return;
  const only = onlyValue(evaluate({ [operator]: [...operands] }, knowledge));
  if (only === null) return;
  const advice = operator === 'min' || operator === 'max' ? `; is "${operator}" the right way round?` : '';
  findings.warning(path, `"${operator}" always gives ${only} here, whatever it reads${advice}`);
}

/** A condition that reads something and always holds: what it decides is always so. */
export function lintAlways(condition: unknown, path: Path, knowledge: Knowledge, findings: Findings): void {
  const logic = readLogic(condition, knowledge);
  if (logic === undefined || !readsAny(logic) || findings.hasError(path)) return;
  if (refine(logic, knowledge.unconditional(), false) instanceof Never) {
    findings.warning(path, 'this always holds; correct the condition, or leave it out');
  }
}

/** The only value that it can be, as an author would write it; null where it can be several. */
export function onlyValue(possible: Possible): string | null {
  const { list } = possible;
  const [first] = list ?? [];
  if (list?.length === 1 && first !== undefined) return isFiniteValue(first) ? written(first) : null;
  const range = rangeOf(possible);
  return range && range.from === range.to && Number.isFinite(range.from) ? writtenNumber(range.from) : null;
}

function isFiniteValue(value: Value): boolean {
  return toDecimal(value) !== null || typeof value === 'string';
}

function readsAny(logic: Logic): boolean {
  if (logic === null || typeof logic !== 'object') return false;
  if (Array.isArray(logic)) return logic.some(readsAny);
  return Object.entries(logic).some(
    ([operator, operands]) =>
      /^(answer|answered|value|iterations)$/.test(operator) || operands.some(readsAny),
  );
}
