import { monthsBetweenInstalments } from '../../billing/payment-plan.js';
import type { PlanTerms } from '../../billing/plan-terms.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { hasCents } from '../../money/currency.js';
import type { PolicySettings } from '../../policy/policy-settings.js';
import type { ProductDefinition } from '../definition.js';

/** Checks policy settings beyond the schema. */
export function lintPolicy({ policy }: ProductDefinition): LintIssue[] {
  if (policy === undefined) return [];
  return [
    ...lintCurrency(policy),
    ...policy.paymentPlans.flatMap(lintPlan),
    ...lintRenewal(policy),
    ...lintShortRate(policy),
  ];
}

/** A lint error rather than a schema error: versions deployed before this check must remain readable. */
function lintCurrency({ currency }: PolicySettings): LintIssue[] {
  if (hasCents(currency)) return [];
  return [
    lintError(['policy', 'currency'], 'must be a currency with cents: its smallest unit must be a hundredth'),
  ];
}

function lintPlan(terms: PlanTerms, index: number, all: readonly PlanTerms[]): LintIssue[] {
  const path = ['policy', 'paymentPlans', index];
  const issues: LintIssue[] = [];
  if (all.findIndex(({ plan }) => plan === terms.plan) < index) {
    issues.push(lintError([...path, 'plan'], `the plan ${terms.plan} is offered twice`));
  }
  if (monthsBetweenInstalments[terms.plan] === null) {
    const idle = (['downPayment', 'instalments'] as const).filter((key) => terms[key] !== undefined);
    issues.push(
      ...idle.map((key) =>
        lintWarning([...path, key], `${terms.plan} is paid at once, so this has no effect`),
      ),
    );
  }
  return issues;
}

function lintRenewal({ renewal }: PolicySettings): LintIssue[] {
  if (!renewal.offered || renewal.quoteDays <= renewal.noticeDays) return [];
  const path = ['policy', 'renewal', 'quoteDays'];
  return [lintWarning(path, 'the renewal is quoted before the policyholder is notified that the term ends')];
}

function lintShortRate({ cancellation: { method, shortRateTable = [] } }: PolicySettings): LintIssue[] {
  if (method === 'SHORT_RATE' || shortRateTable.length === 0) return [];
  const path = ['policy', 'cancellation', 'shortRateTable'];
  return [lintWarning(path, 'has no effect: the method is PRO_RATA')];
}
