import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { cancellationGrounds } from '../../policy/cancellation-notice.js';
import type { ProductDefinition } from '../definition.js';
import { linesOf, questionsOf } from './lint-walk.js';

const root = ['policy', 'cancellation'];

/** Checks the reasons of cancellations, and the days of notice by state. */
export function lintCancellation(definition: ProductDefinition): LintIssue[] {
  if (definition.policy === undefined) return [];
  const { reasons, notice } = definition.policy.cancellation;
  const repeated = (['configId', 'code'] as const).flatMap((key) =>
    reasons.flatMap((reason, index) => {
      const first = reasons.findIndex((other) => other[key] === reason[key]);
      if (reason[key] === undefined || first === index) return [];
      return [
        lintError([...root, 'reasons', index, key], `reason ${first + 1} has it already: write another one`),
      ];
    }),
  );
  const unneeded =
    notice.reasonRequired && reasons.length === 0
      ? [lintError([...root, 'notice', 'reasonRequired'], 'the product has no reasons: list them in reasons')]
      : [];
  return [...repeated, ...unneeded, ...lintStates(definition)];
}

function lintStates({ policy, product }: ProductDefinition): LintIssue[] {
  const { stateQuestion, days } = policy?.cancellation.notice ?? {};
  const stated = cancellationGrounds.flatMap((ground) =>
    Object.keys(days?.[ground].states ?? {}).map((state) => ({
      state,
      path: [...root, 'notice', 'days', ground, 'states', state],
    })),
  );
  const path = [...root, 'notice', 'stateQuestion'];
  if (stateQuestion === undefined) {
    return stated.length === 0
      ? []
      : [lintError(path, 'is required for days by state, such as client.state')];
  }
  const asked = [...linesOf(product)]
    .flatMap((line) => [...questionsOf(line)])
    .filter(({ loop }) => loop === null)
    .map(({ question }) => question);
  const question = asked.find(({ qid }) => qid === stateQuestion);
  if (question === undefined) {
    const near = suggestion(
      stateQuestion,
      asked.map(({ qid }) => qid),
    );
    return [lintError(path, `no question outside of loops is "${stateQuestion}"${near}`)];
  }
  const choices = question.answerChoices?.map((choice) =>
    typeof choice === 'string' ? choice : choice.value,
  );
  if (choices === undefined) return [];
  return stated
    .filter(({ state }) => !choices.includes(state))
    .map(({ state, path: at }) =>
      lintWarning(
        at,
        `has no effect: "${state}" is no choice of ${stateQuestion}; use one of ${choices.join(', ')}`,
      ),
    );
}
