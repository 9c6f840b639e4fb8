import { monthsBetweenInstalments } from '../../billing/payment-plan.js';
import type { PlanTerms } from '../../billing/plan-terms.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { monthsOfTerm, mostTermMonths } from '../../ground/term.js';
import { type PolicySettings, policySettings } from '../../policy/policy-settings.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';

/** Checks policy settings beyond the schema. */
export function lintPolicy({ product, policy, ratingPlans }: ProductDefinition): LintIssue[] {
  if (policy === undefined) return [];
  const terms = Object.values(ratingPlans).flatMap((plan) =>
    plan.terms.map(({ term }) => monthsOfTerm(term)),
  );
  const longestTerm = Math.max(...terms, terms.length > 0 ? 0 : mostTermMonths);
  return [
    ...policy.paymentPlans.flatMap(lintPlan),
    ...policy.paymentPlans.flatMap((plan, index) => lintInstalments(plan, index, longestTerm)),
    ...lintRenewal(policy),
    ...lintChanges(policy),
    ...lintShortRate(policy),
    ...lintBordereau(policy, questionTypesOf(product)),
  ];
}

/** A column shows the answer of a question that is asked once. */
function lintBordereau({ reporting }: PolicySettings, types: QuestionTypes): LintIssue[] {
  return (reporting.bordereau ?? []).flatMap(({ answer }, index) => {
    if (answer === undefined) return [];
    const path = ['policy', 'reporting', 'bordereau', index, 'answer'];
    const type = types.get(answer);
    if (type === undefined) {
      return [lintError(path, `there is no question "${answer}"${suggestion(answer, types.keys())}`)];
    }
    const isOne = type.loop === null && !type.isLoop;
    return isOne ? [] : [lintError(path, `"${answer}" has an answer for each iteration, not one`)];
  });
}

function lintPlan(terms: PlanTerms, index: number, all: readonly PlanTerms[]): LintIssue[] {
  const path = ['policy', 'paymentPlans', index];
  const issues: LintIssue[] = [];
  if (all.findIndex(({ plan }) => plan === terms.plan) < index) {
    issues.push(lintError([...path, 'plan'], `the plan ${terms.plan} is offered twice`));
  }
  if (monthsBetweenInstalments[terms.plan] === null) {
    const idle = (['downPayment', 'instalments', 'endorsements'] as const).filter(
      (key) => terms[key] !== undefined,
    );
    issues.push(
      ...idle.map((key) =>
        lintWarning([...path, key], `${terms.plan} is paid at once, so this has no effect`),
      ),
    );
  }
  return issues;
}

function lintInstalments({ plan, instalments }: PlanTerms, index: number, longestTerm: number): LintIssue[] {
  const months = monthsBetweenInstalments[plan];
  const most = months === null ? 0 : Math.ceil(longestTerm / months);
  if (instalments === undefined || months === null || instalments <= most) return [];
  const path = ['policy', 'paymentPlans', index, 'instalments'];
  return [
    lintWarning(path, `${plan} has at most ${most} installments in the longest term; write ${most} or less`),
  ];
}

function lintRenewal({ renewal }: PolicySettings): LintIssue[] {
  if (!renewal.offered && renewal.automatic) {
    const message = 'has no effect: no renewal is offered; leave it out, or write offered: true';
    return [lintWarning(['policy', 'renewal', 'automatic'], message)];
  }
  if (!renewal.offered || renewal.quoteDays <= renewal.noticeDays) return [];
  const path = ['policy', 'renewal', 'quoteDays'];
  return [lintWarning(path, 'the renewal is quoted before the policyholder is notified that the term ends')];
}

/** A policy without renewals has no earlier term. */
function lintChanges({ renewal, changes: { backDays } }: PolicySettings): LintIssue[] {
  if (renewal.offered) return [];
  return (['issuer', 'seller'] as const)
    .filter((side) => backDays[side] > 0)
    .map((side) =>
      lintWarning(
        ['policy', 'changes', 'backDays', side],
        'has no effect: no renewal is offered, so that a policy has no earlier term; leave it out',
      ),
    );
}

/** The penalty has a default: only another one shows that somebody wrote it. */
const usualPenalty = policySettings.parse({}).cancellation.shortRatePenalty;

function lintShortRate({ cancellation }: PolicySettings): LintIssue[] {
  const { method, reasons, shortRateTable, shortRatePenalty } = cancellation;
  if ([method, ...reasons.map((reason) => reason.method)].includes('SHORT_RATE')) {
    return shortRateTable !== undefined && shortRatePenalty !== usualPenalty
      ? [unusedShortRate('shortRatePenalty', 'the table replaces it')]
      : [];
  }
  return [
    ...(shortRateTable === undefined ? [] : [unusedShortRate('shortRateTable', 'the method is PRO_RATA')]),
    ...(shortRatePenalty === usualPenalty
      ? []
      : [unusedShortRate('shortRatePenalty', 'the method is PRO_RATA')]),
  ];
}

function unusedShortRate(key: string, why: string): LintIssue {
  return lintWarning(['policy', 'cancellation', key], `has no effect: ${why}`);
}
