import { z } from 'zod';
import { calendarDate, instant, jsonObject, oneLine, uuid } from '../../domain/ground/primitives.js';
import { taskLimits, taskMakers, taskPriority, taskStates } from '../../domain/tasks/task.js';
import { role } from '../administration/fields.js';

export const taskState = z.enum(taskStates).meta({ id: 'TaskState' });

const about = z
  .object({
    clientId: uuid.optional().meta({ description: 'Also of the quote, policy or event.' }),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    triggerRequestId: uuid.optional().meta({ description: 'Of an event.' }),
  })
  .meta({ id: 'SubjectOfTask' });

export const task = z
  .object({
    id: uuid,
    title: z.string(),
    state: taskState,
    about,
    owner: z
      .object({ personId: uuid, name: z.string() })
      .optional()
      .meta({ id: 'TaskOwner', description: 'Absent: anybody of the role, or of the organization.' }),
    role: z.string().optional(),
    dueOn: calendarDate.optional(),
    priority: taskPriority,
    madeBy: z.enum(taskMakers).meta({
      id: 'TaskMaker',
      description:
        '`PERSON`: a person or an API key. `PRODUCT`: a rule or an action of a product. `SERVICE`: the service.',
    }),
    waitsFor: z.string().optional().meta({ description: 'What completes it by itself.' }),
    clockId: uuid.optional().meta({ description: "The client's test clock." }),
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'The person, the key, or the service.' }),
    updatedTimestamp: instant,
    version: z.number().int().meta({ description: 'It only grows.' }),
    completedTimestamp: instant.optional(),
    completedBy: jsonObject.optional(),
    completion: z.string().optional().meta({ description: 'Why it is done.' }),
  })
  .meta({ id: 'Task' });
export type TaskView = z.output<typeof task>;

const subjects = ['clientId', 'quoteId', 'policyId', 'triggerRequestId'] as const;

/** One of them. */
export const taskSubject = z
  .strictObject({
    clientId: uuid.optional(),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    triggerRequestId: uuid.optional().meta({ description: 'Of an event.' }),
  })
  .refine((given) => subjects.filter((name) => given[name] !== undefined).length === 1, {
    path: [],
    message: `must name one of ${subjects.join(', ')}`,
  })
  .meta({ id: 'SubjectOfNewTask' });
export type TaskSubjectGiven = z.output<typeof taskSubject>;

export const title = oneLine(taskLimits.title);
const personId = uuid.meta({ description: 'A person of the organization.' });

/** What may be said of a new task. */
export const givenFields = {
  personId: personId.optional(),
  role: role.optional(),
  dueOn: calendarDate.optional(),
  priority: taskPriority.optional().meta({ description: 'Default: `NORMAL`.' }),
};

export const changedFields = {
  title: title.optional().meta({ refusesNull: true }),
  personId: personId.nullable().optional().meta({ id: 'PersonOfTask' }),
  role: role.nullable().optional().meta({ id: 'RoleOfTask' }),
  dueOn: calendarDate.nullable().optional().meta({ id: 'DueDateOfTask' }),
  priority: taskPriority.optional().meta({ refusesNull: true }),
};
