import { ExpressionError, referencesOf } from '../../expression/index.js';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import type { QuestionTypes } from '../../questions/question-types.js';

export interface ConditionPlace {
  path: LintIssue['path'];
  types: QuestionTypes;
  /** The loop in whose iterations the condition is evaluated, or null. */
  loop: string | null;
  /** The question whose visibility the condition decides. */
  qid?: string;
  /** The values besides answers that can be read; by default none. */
  values?: RegExp;
}

/** Checks a condition of a question's display or of an action. */
export function lintCondition(
  condition: unknown,
  { path, types, loop, qid, values }: ConditionPlace,
): LintIssue[] {
  try {
    return referencesOf(condition, types).flatMap(({ operator, name }) => {
      if (operator === 'value') {
        if (values?.test(name)) return [];
        return [lintError(path, `the value "${name}" cannot be read here: only answers can`)];
      }
      if (name === qid) return [lintError(path, `the question "${name}" depends on its own answer`)];
      const within = types.get(name)?.loop ?? null;
      if (within !== null && within !== loop) {
        return [
          lintError(path, `"${name}" is answered within the loop "${within}" and cannot be read from here`),
        ];
      }
      return [];
    });
  } catch (error) {
    if (error instanceof ExpressionError) return [lintError(path, error.message)];
    throw error;
  }
}
