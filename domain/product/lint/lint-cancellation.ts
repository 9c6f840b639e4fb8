import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { cancellationGrounds } from '../../policy/cancellation-notice.js';
import type { PolicySettings } from '../../policy/policy-settings.js';
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
  return [
    ...repeated,
    ...unneeded,
    ...lintStates(definition),
    ...lintReinstatementByPayment(definition.policy),
  ];
}

/** The names of the fees in `policy.billing`. */
const settingOfFee = { LATE_FEE: 'lateFee', NSF_FEE: 'nsfFee' } as const;

function lintReinstatementByPayment({ cancellation, billing }: PolicySettings): LintIssue[] {
  const { reinstatementByPayment: rule, reinstatementDays, nonPayment, reasons } = cancellation;
  if (rule === undefined) return [];
  const path = [...root, 'reinstatementByPayment'];
  const isPossible = nonPayment !== undefined || reasons.some(({ ground }) => ground === 'NON_PAYMENT');
  const idle = isPossible
    ? []
    : [
        lintWarning(
          path,
          'has no effect: no policy is canceled for non-payment; write cancellation.nonPayment, or a reason with the ground NON_PAYMENT',
        ),
      ];
  const late =
    rule.days <= reinstatementDays
      ? []
      : [
          lintError(
            [...path, 'days'],
            `must not be more than reinstatementDays: write ${reinstatementDays} or less`,
          ),
        ];
  const fees = rule.fees.flatMap((fee, index) => {
    const at = [...path, 'fees', index];
    if (rule.fees.indexOf(fee) < index) return [lintError(at, `${fee} is listed twice: leave it out here`)];
    const setting = settingOfFee[fee];
    if (billing?.[setting] !== undefined) return [];
    return [
      lintWarning(at, `has no effect: the product has no billing.${setting}; write it, or leave out ${fee}`),
    ];
  });
  return [...idle, ...late, ...fees];
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
