import { Decimal } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { afterOne } from '../lint/after-one.js';
import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import { anyNumber, constant, type Possible } from '../lint/possible.js';
import { isGivenHere } from '../lint/reason.js';

export type Path = LintIssue['path'];

/** The knowledge between two steps: about answers and values, and about the running amount. */
export interface LintState {
  knowledge: Knowledge;
  amount: Possible;
}

/** The running amount before any step has set it; it counts as zero. */
export const fromZero: Possible = { ...constant(Decimal.of(0)), optional: true };

/** A step that changes an amount which nothing has set: zero times a factor stays zero. */
export function lintUnset(
  op: string,
  { amount, knowledge }: LintState,
  path: Path,
  findings: Findings,
): void {
  if (!amount.optional || op === 'set' || op === 'add' || op === 'max') return;
  if (amount === fromZero) {
    findings.error(
      path,
      `"${op}" has no amount to change, as nothing sets it before; begin with "set" or "add"`,
    );
  } else if (!isGivenHere(amount, knowledge)) {
    findings.warning(path, `"${op}" may have no amount to change; set the amount in every case before`);
  }
}

/** The knowledge after one of several branches. `where` is the condition of a branch. */
export function merged(
  { knowledge }: LintState,
  ways: readonly (LintState & { where?: Logic | undefined })[],
): LintState {
  if (ways.length === 0) return { knowledge, amount: anyNumber };
  return {
    amount: afterOne(ways.map(({ amount, where }) => ({ possible: amount, where }))),
    knowledge: knowledge.afterOneOf(ways),
  };
}
