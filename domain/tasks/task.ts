import { z } from 'zod';

export const taskPriorities = ['LOW', 'NORMAL', 'HIGH'] as const;
export const taskPriority = z.enum(taskPriorities).meta({ id: 'TaskPriority' });
export type TaskPriority = (typeof taskPriorities)[number];

/** Who made a task: a person or key, a rule or action of a product, or the service. */
export const taskMakers = ['PERSON', 'PRODUCT', 'SERVICE'] as const;
export type TaskMaker = (typeof taskMakers)[number];

export const taskStates = ['OPEN', 'COMPLETED'] as const;

export const taskLimits = {
  /** Characters of a title. */
  title: 300,
  /** Characters of a note. */
  note: 4_000,
  notes: 500,
  mentions: 20,
};
