import { z } from 'zod';
import { notificationKinds } from '../../db/desk/notification-sources.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { queryInteger } from '../http/query.js';
import { permissionToNotify } from './permissions.js';

/** Notifications are of so many days. */
export const notificationDays = 30;

const notification = z
  .object({
    id: uuid.meta({ description: 'It stays the same.' }),
    kind: z.enum(notificationKinds).meta({ id: 'NotificationKind' }),
    time: instant,
    isNew: z.boolean().meta({ description: 'Later than the person has seen.' }),
    title: z.string().meta({
      description:
        "The record's own words: the title of a task, the beginning of a note, the subject of a mail, the name of a job, or the product.",
    }),
    createdBy: jsonObject.optional().meta({ description: 'Who did it, with `kind`, `id` and `name`.' }),
    about: z
      .object({
        clientId: uuid.optional(),
        quoteId: uuid.optional(),
        policyId: uuid.optional(),
        taskId: uuid.optional(),
        jobId: uuid.optional(),
        mailId: uuid.optional(),
      })
      .meta({ id: 'NotificationAbout' }),
    details: jsonObject.meta({ description: 'What else a reader wants to know, different for each kind.' }),
  })
  .meta({ id: 'Notification' });

const notifications = z
  .object({
    notifications: z.array(notification).meta({ description: 'Newest first.' }),
    newCount: z.number().int().meta({ description: 'How many of these are new.' }),
    seenUntil: instant.optional().meta({ description: 'Absent: the person has not looked yet.' }),
  })
  .meta({ id: 'Notifications' });
export type NotificationsView = z.output<typeof notifications>;

const tags = ['Tasks'] as const;
const ofKey = { 409: { description: 'The caller is an API key, which is no person.' } } as const;

export const listNotifications = endpoint({
  method: 'get',
  path: '/me/notifications',
  operationId: 'listMyNotifications',
  summary: 'What waits for you since you last looked',
  description:
    `For a signed-in person, of the last ${notificationDays} days: open tasks that they were given (\`TASK_GIVEN\`), notes that mention them ` +
    '(`MENTIONED`), jobs of theirs that ended (`JOB_ENDED`), decisions of underwriters on quotes that they asked for ' +
    '(`REFERRAL_DECIDED`), and mails of theirs that came back or were not sent (`MAIL_FAILED`). What they did themselves is left out, ' +
    `and what they may not read: it needs ${[...new Set(Object.values(permissionToNotify))].map((each) => `\`${each}\``).join(', ')}. An extension.`,
  tags,
  query: z.object({ size: queryInteger({ least: 1, most: 1000, otherwise: 50 }) }),
  responses: { 200: { description: 'The notifications.', schema: notifications }, ...ofKey },
});

export const seeNotifications = endpoint({
  method: 'put',
  path: '/me/notifications/seen',
  operationId: 'markNotificationsSeen',
  summary: 'Say until when you have seen notifications',
  description:
    'Send the `time` of the newest one that was shown, so that what came meanwhile stays new. It never goes back. Safe to repeat. An extension.',
  tags,
  body: z
    .strictObject({ until: instant.meta({ description: 'Not in the future.' }) })
    .meta({ id: 'NotificationsSeen' }),
  bodyExample: { until: '2026-11-29T20:32:11.204Z' },
  responses: { 204: { description: 'Noted.' }, ...ofKey },
});

const colleague = z
  .object({ personId: uuid, name: z.string(), roles: z.array(z.string()) })
  .meta({ id: 'Colleague' });

export const listColleagues = endpoint({
  method: 'get',
  path: '/colleague',
  operationId: 'listColleagues',
  summary: 'List the people of your organization',
  description:
    'Those who can be given tasks and mentioned in notes, by name: all who are not disabled. An extension.',
  tags,
  permission: 'tasks:read',
  query: z.object({
    search: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'What a first name, a last name or a user id begins with, regardless of case.' }),
    size: queryInteger({ least: 1, most: 1000, otherwise: 50 }),
  }),
  responses: {
    200: {
      description: 'The people.',
      schema: z.object({ colleagues: z.array(colleague) }).meta({ id: 'Colleagues' }),
    },
  },
});
