import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';

/** Finds taxes and fees of one type that a cancellation would return in different ways, or that different authorities levy. */
export function lintCharges(definition: ProductDefinition): LintIssue[] {
  return [...lintRules(definition), ...lintAuthorities(definition)];
}

function lintAuthorities(definition: ProductDefinition): LintIssue[] {
  const authorities = new Map<string, string | undefined>();
  return placedCharges(definition).flatMap(({ type, authority, path }) => {
    if (!authorities.has(type)) authorities.set(type, authority);
    const first = authorities.get(type);
    if (first === authority) return [];
    const other = first === undefined ? 'has no authority' : `is levied by ${first}`;
    return [
      lintError([...path, 'authority'], `${type} ${other} in another place: write the same, or another type`),
    ];
  });
}

function lintRules(definition: ProductDefinition): LintIssue[] {
  const rules = new Map<string, string>();
  return placedCharges(definition).flatMap(({ type, onCancellation = 'PRO_RATA', path }) => {
    const rule = rules.get(type) ?? onCancellation;
    rules.set(type, rule);
    if (rule === onCancellation) return [];
    return [
      lintError(
        [...path, 'onCancellation'],
        `${type} is ${rule} in another place: write ${rule} here, or another type`,
      ),
    ];
  });
}

function placedCharges(definition: ProductDefinition) {
  const plans = Object.entries(definition.ratingPlans).map(([key, plan]) => ({
    charges: plan.taxesAndFees,
    path: ['ratingPlans', key, 'taxesAndFees'],
  }));
  const packages = placedActions(definition).flatMap(({ action, path }) =>
    action.type === 'BUNDLE_RATING'
      ? [{ charges: action.package.taxesAndFees, path: [...path, 'package', 'taxesAndFees'] }]
      : [],
  );
  return [...plans, ...packages].flatMap(({ charges, path }) =>
    charges.map((charge, index) => ({ ...charge, path: [...path, index] })),
  );
}
