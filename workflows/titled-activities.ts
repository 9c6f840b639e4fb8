import type { ActivityOptions, LocalActivityOptions } from '@temporalio/common';
import { scheduleActivity, scheduleLocalActivity } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { activityTitles, titleFor } from '../domain/runs/activity-titles.js';

type Titled = keyof typeof activityTitles & keyof Activities;
type ResultOf<Name extends keyof Activities> = Awaited<ReturnType<Activities[Name]>>;

/** Temporal takes summaries of 400 bytes. */
export const summaryOf = (text: string): string => text.slice(0, 95);

/** Calls local activities under their titles, with the name of the action that they are for. */
export function localActivities(options: LocalActivityOptions) {
  return <Name extends Titled>(name: Name, action?: string) =>
    (...args: Parameters<Activities[Name]>): Promise<ResultOf<Name>> => {
      return scheduleLocalActivity(titleFor(activityTitles[name], action), args, options);
    };
}

/** Calls activities under their titles. The Temporal UI shows the name of their action beside it. */
export function activities(options: ActivityOptions) {
  return <Name extends Titled>(name: Name, summary: string, own: ActivityOptions = {}) =>
    (...args: Parameters<Activities[Name]>): Promise<ResultOf<Name>> => {
      return scheduleActivity(activityTitles[name], args, {
        ...options,
        ...own,
        summary: summaryOf(summary),
      });
    };
}

/** A default action's local activity has the name of the action. */
export function defaultActions(options: LocalActivityOptions) {
  return (...args: Parameters<Activities['runDefaultAction']>): Promise<ResultOf<'runDefaultAction'>> => {
    const [, { name }] = args;
    return scheduleLocalActivity(name, args, options);
  };
}
