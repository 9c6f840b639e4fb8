import type { ConfiguredAction } from './configured-action.js';

/** The keys of the rating plans by which an action rates: of a package, those of its components. */
export function plansOfAction(action: ConfiguredAction): string[] {
  if (action.type === 'BUNDLE_RATING') return action.components.map(({ plan }) => plan);
  return 'plan' in action ? [action.plan] : [];
}
