import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { policySettingsOf } from '../../policy/policy-settings.js';
import { type QuestionType, questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';

/** Checks that reports find the questions that `policy.reporting` names. */
export function lintReporting(definition: ProductDefinition): LintIssue[] {
  const { unitClassQuestion, exposure } = policySettingsOf(definition).reporting;
  const types = questionTypesOf(definition.product);
  const lint = (
    path: LintIssue['path'],
    qid: string | undefined,
    check: (type: QuestionType, at: LintIssue['path']) => LintIssue[],
  ): LintIssue[] => {
    if (qid === undefined) return [];
    const at = ['policy', 'reporting', ...path];
    const type = types.get(qid);
    if (type !== undefined) return check(type, at);
    return [lintError(at, `no line asks the question "${qid}"${suggestion(qid, [...types.keys()])}`)];
  };
  return [
    ...lint(['unitClassQuestion'], unitClassQuestion, lintUnitClass),
    ...lint(['exposure', 'question'], exposure?.question, lintExposure),
  ];
}

function lintUnitClass({ qid, loop }: QuestionType, at: LintIssue['path']): LintIssue[] {
  return loop === null ? [lintError(at, `"${qid}" is in no loop: no iteration has a class by it`)] : [];
}

const counted: readonly string[] = ['NUMBER', 'MONEY'];

function lintExposure(
  { qid, isLoop, answerType, definition }: QuestionType,
  at: LintIssue['path'],
): LintIssue[] {
  if (isLoop) return [];
  if (!counted.includes(answerType)) {
    return [
      lintError(at, `the answer of "${qid}" is no number to count: use one of NUMBER or MONEY, or a loop`),
    ];
  }
  if (definition?.defaultAnswer === undefined) return [];
  return [
    lintWarning(at, `the default answer of "${qid}" is not counted: only what is answered is exposure`),
  ];
}
