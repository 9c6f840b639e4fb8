import { z } from 'zod';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { taskLimits } from '../../domain/tasks/task.js';
import { mentioned, mentions } from '../desk/people.js';
import { endpoint } from '../http/endpoint.js';
import { changedFields, givenFields, task, taskSubject, title } from './task-schema.js';

const tags = ['Tasks'] as const;
const params = z.object({ taskId: uuid });
const unknown = { description: 'The organization has no such task.' };
const text = z.string().trim().min(1).max(taskLimits.note);

const taskNote = z
  .object({
    noteId: uuid,
    text: z.string(),
    mentions: mentioned,
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'Who wrote it, with `kind`, `id` and `name`.' }),
  })
  .meta({ id: 'TaskNote' });

const taskWithNotes = task
  .extend({ notes: z.array(taskNote).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'TaskWithNotes' });
export type TaskWithNotes = z.output<typeof taskWithNotes>;

const responses = { 200: { description: 'The task.', schema: taskWithNotes }, 404: unknown };
const notThere = { description: 'A person of `personId` or `mentions` is none of the organization.' };

export const postTask = endpoint({
  method: 'post',
  path: '/task',
  operationId: 'createTask',
  summary: 'Make a task',
  description:
    'About a client, a quote, a policy or an event that the organization sees, for a person, a role, or anybody. No other ' +
    'organization sees it. An extension.',
  tags,
  permission: 'tasks:write',
  body: z.strictObject({ title, about: taskSubject, ...givenFields }).meta({ id: 'TaskToCreate' }),
  bodyExample: {
    title: 'Ask for the loss runs of five years',
    about: { quoteId: '7f3e5a1c-9b2d-4c68-8e0f-1a2b3c4d5e6f' },
    role: 'underwriter',
    dueOn: '2026-12-04',
    priority: 'HIGH',
  },
  responses: {
    201: { description: 'The task.', schema: taskWithNotes },
    400: notThere,
    404: { description: 'The organization sees no such client, quote, policy or event.' },
  },
});
export type TaskToCreate = z.output<NonNullable<typeof postTask.body>>;

export const getTask = endpoint({
  method: 'get',
  path: '/task/:taskId',
  operationId: 'getTask',
  summary: 'Read a task',
  description: 'With its notes. An extension.',
  tags,
  params,
  permission: 'tasks:read',
  tagged: true,
  responses,
});

export const patchTask = endpoint({
  method: 'patch',
  path: '/task/:taskId',
  operationId: 'changeTask',
  summary: 'Change a task',
  description: 'What is not sent stays; `null` removes the owner, the role or the due date. An extension.',
  tags,
  params,
  permission: 'tasks:write',
  checksTag: true,
  body: z.strictObject(changedFields).meta({ id: 'TaskChange' }),
  bodyExample: { personId: '0f4b6d2c-8a19-4e75-b3c0-5d7e91a2f864', dueOn: '2026-12-11' },
  responses: { ...responses, 400: notThere, 409: { description: 'It is completed: reopen it first.' } },
});
export type TaskChange = z.output<NonNullable<typeof patchTask.body>>;

export const completeTask = endpoint({
  method: 'post',
  path: '/task/:taskId/complete',
  operationId: 'completeTask',
  summary: 'Complete a task',
  description: 'Safe to repeat: a completed task stays as it is. An extension.',
  tags,
  params,
  permission: 'tasks:write',
  responses,
});

export const reopenTask = endpoint({
  method: 'post',
  path: '/task/:taskId/reopen',
  operationId: 'reopenTask',
  summary: 'Open a completed task again',
  description: 'Safe to repeat: an open task stays as it is. An extension.',
  tags,
  params,
  permission: 'tasks:write',
  responses,
});

export const addTaskNote = endpoint({
  method: 'post',
  path: '/task/:taskId/note',
  operationId: 'addTaskNote',
  summary: 'Write a note on a task',
  description:
    'Perhaps for some people, who find it with `GET /task?mentions=me`. A completed task takes notes, too, and a task ' +
    `${taskLimits.notes} of them. An extension.`,
  tags,
  params,
  permission: 'tasks:write',
  body: z.strictObject({ text, mentions }).meta({ id: 'TaskNoteToAdd' }),
  bodyExample: { text: 'The agency sends them on Monday.' },
  responses: {
    201: { description: 'The task.', schema: taskWithNotes },
    400: notThere,
    404: unknown,
    409: { description: `It has ${taskLimits.notes} notes.` },
  },
});
export type TaskNoteToAdd = z.output<NonNullable<typeof addTaskNote.body>>;
