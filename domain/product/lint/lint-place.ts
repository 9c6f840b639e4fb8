import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { policySettingsOf } from '../../policy/policy-settings.js';
import { questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';

/** Checks that somebody is asked the questions that `policy.place` names. */
export function lintPlace(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  return Object.entries(policySettingsOf(definition).place).flatMap(([name, qid]) => {
    if (qid === undefined) return [];
    const at = ['policy', 'place', name];
    const type = types.get(qid);
    if (type === undefined)
      return [lintError(at, `no line asks the question "${qid}"${suggestion(qid, [...types.keys()])}`)];
    return type.isLoop ? [lintError(at, `"${qid}" is a loop: name a question in it`)] : [];
  });
}
