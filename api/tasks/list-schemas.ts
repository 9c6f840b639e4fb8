import { z } from 'zod';
import { filterFields, flag } from '../../db/filters.js';
import { taskFilters } from '../../db/tasks/read-tasks.js';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { taskPriority, taskStates } from '../../domain/tasks/task.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { roleNames } from '../http/roles.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';
import { task } from './task-schema.js';

const me = z.literal('me');

export const listTasks = endpoint({
  method: 'get',
  path: '/task',
  operationId: 'listTasks',
  summary: 'List tasks',
  description:
    'The open tasks of the organization by due date, the earliest first and those without one last. With `state=COMPLETED` ' +
    'the latest completed first, with `state=ALL` the latest made. It counts and pages up to 10,000: narrow ' +
    'longer lists by `createdFrom` and `createdTo`. An extension.',
  tags: ['Tasks'],
  permission: 'tasks:read',
  query: z.object({
    state: z
      .enum([...taskStates, 'ALL'])
      .default('OPEN')
      .meta({ id: 'ListedTaskState' }),
    owner: z
      .union([me, z.literal('none'), uuid], 'must be me, none, or the id of a person')
      .optional()
      .meta({ description: '`me`: the caller, who must be a person. `none`: those without an owner.' }),
    role: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(roleNames)).min(1))
      .optional()
      .meta({ description: `Separated by commas: ${roleNames.join(', ')}.` }),
    mentions: z
      .union([me, uuid], 'must be me, or the id of a person')
      .optional()
      .meta({ description: 'Those with a note that mentions the person.' }),
    clientId: uuid.optional().meta({ description: 'Also about its quotes, policies and events.' }),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    triggerRequestId: uuid.optional().meta({ description: 'Of an event.' }),
    priority: taskPriority.optional(),
    dueFrom: calendarDate.optional().meta({ description: 'Due on this day or later.' }),
    dueBefore: calendarDate.optional().meta({ description: 'Due before this day.' }),
    ...filterFields(taskFilters),
    overdue: flag.optional().meta({
      description:
        "`true`: due before today, in the organization's time zone or by the test clock. `false`: all others.",
    }),
    clockId: clockOfReport.meta({
      description:
        'Only what has this test clock, by its time. Without it, what has a test clock is left out, unless a client, quote, ' +
        'policy or event is named.',
    }),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'A page of tasks.',
      schema: z.object({ ...pageFields(task), totalIsExact: z.boolean() }).meta({ id: 'TaskPage' }),
    },
    ...noSuchClock,
  },
});
export type TaskQuery = z.output<NonNullable<typeof listTasks.query>>;
