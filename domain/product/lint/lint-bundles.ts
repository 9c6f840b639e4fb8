import type { BundleRatingAction } from '../../actions/configured-action.js';
import { type LintIssue, lintWarning } from '../../ground/lint-issue.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';

/** Finds package settings without effect, and coverages that a package would show twice. */
export function lintBundles(definition: ProductDefinition): LintIssue[] {
  return placedActions(definition).flatMap(({ action, path }) => {
    if (action.type !== 'BUNDLE_RATING') return [];
    return [...withoutEffect(action, path), ...repeatedCoverages(action, definition.ratingPlans, path)];
  });
}

function withoutEffect(action: BundleRatingAction, path: LintIssue['path']): LintIssue[] {
  const { components, minimumComponents, onComponentDeclined } = action;
  if (onComponentDeclined === 'DECLINE') {
    const at = [...path, 'components'];
    return components.length === 1
      ? [lintWarning(at, 'a package with a single component is the same as that component')]
      : [];
  }
  const at = [...path, 'onComponentDeclined'];
  if (components.every(({ required }) => required)) {
    return [lintWarning(at, 'every component is required, so none can be excluded')];
  }
  const all = components.length === minimumComponents;
  return all
    ? [lintWarning(at, `the package needs all ${minimumComponents} components, so none can be excluded`)]
    : [];
}

/** Components with a `when` may be alternatives, so only components that always apply are compared. */
function repeatedCoverages(
  { components }: BundleRatingAction,
  plans: ProductDefinition['ratingPlans'],
  path: LintIssue['path'],
): LintIssue[] {
  const first = new Map<string, string>();
  return components.flatMap(({ key, plan, when }, index) => {
    if (when !== undefined) return [];
    return (plans[plan]?.coverages ?? []).flatMap(({ code }) => {
      const other = first.get(code) ?? key;
      first.set(code, other);
      const message = `the component "${other}" also has the coverage "${code}"`;
      return other === key ? [] : [lintWarning([...path, 'components', index, 'plan'], message)];
    });
  });
}
