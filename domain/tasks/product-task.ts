import { z } from 'zod';
import { roleNames } from '../ground/role-names.js';
import { taskLimits, taskPriorities } from './task.js';

/** What a product says of a task beside its title. */
export const taskSettings = {
  role: z.enum(roleNames).optional().describe('Whose task it is; by default anybody of the organization.'),
  dueDays: z
    .number()
    .int()
    .min(0)
    .max(3_660)
    .optional()
    .describe('Days from today to the day on which it is due.'),
  priority: z.enum(taskPriorities).default('NORMAL').describe('How urgent it is.'),
};

/** The task of an underwriting rule that holds. */
export const ruleTask = z.strictObject({
  title: z.string().min(1).max(taskLimits.title).describe('What is to be done.'),
  ...taskSettings,
});

/** A task of the insurer about a quote. */
export type TaskOfRating = z.output<typeof ruleTask> & {
  /** The rule, in a package after the key of its component. */
  rule: string;
  /** An underwriter's decision completes it. */
  isReferral: boolean;
};
