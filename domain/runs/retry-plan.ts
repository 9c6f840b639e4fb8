import type { RunPlan } from './fired-event.js';

/**
 * The plan of a run that retries some of an event's actions. It includes all default actions: one that has
 * succeeded is not repeated, but returns its stored result, which other actions may need.
 */
export function retryPlan(plan: RunPlan, retry: number, isRepeated: (actionId: string) => boolean): RunPlan {
  const { fired } = plan;
  const actions = fired.actions.filter(({ actionId }) => isRepeated(actionId));
  return { ...plan, fired: { ...fired, actions, retry } };
}
