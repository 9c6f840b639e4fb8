import { activityInfo } from '@temporalio/activity';
import { activityTitles, titleIn } from '../domain/runs/activity-titles.js';
import type { Activities } from './index.js';

/**
 * The activities as a worker registers them. Runs call them by titles, which may have the name of an action; any other
 * type is the name of a default action.
 */
export function titledActivities(activities: Activities) {
  const byTitle = new Map<string, keyof Activities>();
  for (const [name, title] of Object.entries(activityTitles)) byTitle.set(title, name as keyof Activities);
  return {
    ...activities,
    default: (...args: unknown[]): unknown => {
      const name = byTitle.get(titleIn(activityInfo().activityType)) ?? 'runDefaultAction';
      return Reflect.apply(activities[name], undefined, args);
    },
  };
}
