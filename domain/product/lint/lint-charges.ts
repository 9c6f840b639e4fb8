import { canonicalJson } from '../../ground/canonical-json.js';
import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';

/** Finds taxes and fees of one type that a cancellation would return in different ways, or that different authorities levy. */
export function lintCharges(definition: ProductDefinition): LintIssue[] {
  return [...lintRules(definition), ...lintAuthorities(definition)];
}

function lintAuthorities(definition: ProductDefinition): LintIssue[] {
  const written = ({ authority }: PlacedCharge) => {
    if (authority === undefined) return 'has no authority';
    return `is levied by ${typeof authority === 'object' ? canonicalJson(authority) : authority}`;
  };
  return unlikeFirst(definition, written).map(({ type, first, path }) =>
    lintError([...path, 'authority'], `${type} ${first} in another place: write the same, or another type`),
  );
}

function lintRules(definition: ProductDefinition): LintIssue[] {
  return unlikeFirst(definition, ({ onCancellation = 'PRO_RATA' }) => onCancellation).map(
    ({ type, first, path }) =>
      lintError(
        [...path, 'onCancellation'],
        `${type} is ${first} in another place: write ${first} here, or another type`,
      ),
  );
}

type PlacedCharge = ReturnType<typeof placedCharges>[number];

/** The taxes and fees that say something else than the first one of their type. */
function unlikeFirst<Said>(definition: ProductDefinition, saidBy: (charge: PlacedCharge) => Said) {
  const firsts = new Map<string, { said: Said }>();
  return placedCharges(definition).flatMap((charge) => {
    const said = saidBy(charge);
    const first = firsts.get(charge.type) ?? { said };
    firsts.set(charge.type, first);
    return first.said === said ? [] : [{ type: charge.type, first: first.said, path: charge.path }];
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
