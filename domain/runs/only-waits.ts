import type { PlannedAction } from './fired-event.js';

/** The recorded state of an action; undefined before it has begun. */
export type StateOfAction = (actionId: string) => 'OPEN' | 'WAITING' | 'FAILED' | 'OVER' | undefined;

/**
 * Whether a run stands still until outside systems answer: of the actions whose turn it is, each that is not over waits
 * for a message.
 */
export function onlyWaits(actions: readonly PlannedAction[], stateOf: StateOfAction): boolean {
  const orders = [...new Set(actions.map(({ order }) => order))].sort((a, b) => a - b);
  for (const order of orders) {
    const states = actions
      .filter((action) => action.order === order)
      .map((action) => progressOf(action, stateOf));
    if (states.every((state) => state === 'OVER')) continue;
    return states.every((state) => state !== 'WORKS');
  }
  return false;
}

/** Of an action with the fallbacks that run one after the other where it fails. */
function progressOf(
  { actionId, onFailure = [] }: PlannedAction,
  stateOf: StateOfAction,
): 'WORKS' | 'WAITS' | 'OVER' {
  const state = stateOf(actionId);
  if (state === 'WAITING') return 'WAITS';
  if (state === 'OVER') return 'OVER';
  if (state !== 'FAILED') return 'WORKS';
  for (const fallback of onFailure) {
    const progress = progressOf(fallback, stateOf);
    if (progress !== 'OVER') return progress;
  }
  return 'OVER';
}
