import type { RunPlan } from './fired-event.js';

/**
 * The plan of a run that repeats some of an event's actions. Default actions are all in it: one that has succeeded
 * answers what it answered, which the others may need, and is not done again.
 */
export function retryPlan(plan: RunPlan, retry: number, isRepeated: (actionId: string) => boolean): RunPlan {
  const { fired } = plan;
  const actions = fired.actions.filter(({ actionId }) => isRepeated(actionId));
  return { ...plan, fired: { ...fired, actions, retry } };
}
