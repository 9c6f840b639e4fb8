import { plansOfAction } from '../actions/plans-of-action.js';
import type { ProductDefinition } from '../product/definition.js';
import { placedActions } from '../product/placed-actions.js';
import type { Stage } from './stages.js';

/**
 * Whether a stage can touch the ratings of an action. A change of another plan cannot, nor of a table that the
 * action's plans do not use: those ratings are not made again.
 */
export function concernedBy(
  before: ProductDefinition,
  { definition, parts }: Pick<Stage, 'definition' | 'parts'>,
): (actionId: string) => boolean {
  const known = new Map<string, boolean>();
  return (actionId) => {
    const found =
      known.get(actionId) ?? [before, definition].some((version) => concerns(version, actionId, parts));
    known.set(actionId, found);
    return found;
  };
}

function concerns(version: ProductDefinition, actionId: string, parts: Stage['parts']): boolean {
  const action = placedActions(version).find((one) => one.action.id === actionId)?.action;
  if (action === undefined) return true;
  const plans = plansOfAction(action);
  const { overlays } = version;
  // Any text that is a table's name counts, at any depth: a step may choose among tables, and an overlay may point it to another.
  const named = textsIn([plans.map((key) => version.ratingPlans[key]), action, overlays]);
  return parts.some(({ key }) => {
    const [place, name = ''] = key.split('\n');
    if (place === 'ratingPlans') return plans.includes(name);
    return place !== 'tables' || named.has(name);
  });
}

function textsIn(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part === 'string') found.add(part);
  else if (typeof part === 'object' && part !== null)
    for (const each of Object.values(part)) textsIn(each, found);
  return found;
}
