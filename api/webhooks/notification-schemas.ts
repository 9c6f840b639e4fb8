import { z } from 'zod';
import { eventState } from '../../db/events/event-filters.js';
import { changeKinds } from '../../db/models/change.js';
import { disabledType, testEventType } from '../../db/webhooks/notification-body.js';
import { eventType } from '../../domain/events/catalog.js';
import { authorKinds } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import { holdStops, lastDay } from '../../domain/holds/hold.js';
import { policyState } from '../../domain/policy/policy-state.js';
import { taskMakers, taskPriority } from '../../domain/tasks/task.js';
import { changeNoticeTypes } from '../../domain/webhooks/change-notices.js';
import { mailPurpose, mailState, notSentReason } from '../mail/mail-schema.js';
import { taskState } from '../tasks/task-schema.js';

const path = z.string().meta({ description: "A path below the service's address." });

const policyInNotification = z
  .object({
    policyNumber: z.string(),
    version: z
      .number()
      .int()
      .meta({ description: 'It only grows; the policy says its own when it is read.' }),
    policyState,
    premium: z.number(),
    balance: z
      .number()
      .meta({ description: 'Billed less paid; negative if it is owed to the policyholder.' }),
  })
  .meta({
    id: 'PolicyInNotification',
    description: 'The policy as it was when the notification was made.',
  });

const eventNotification = z
  .object({
    type: eventType,
    timestamp: instant.meta({ description: 'When the run ended.' }),
    data: z
      .object({
        triggerRequestId: uuid,
        state: eventState,
        firedBy: z.enum(authorKinds).meta({ id: 'AuthorKind' }),
        retry: z.number().int().optional().meta({ description: 'Present after a retry of failed actions.' }),
        productId: uuid,
        clientId: uuid.optional(),
        policyId: uuid.optional(),
        policy: policyInNotification.optional(),
        clockId: uuid.optional().meta({ description: "The client's test clock." }),
        businessTimestamp: instant
          .optional()
          .meta({ description: 'The time of that clock when it was fired.' }),
        quoteIds: z
          .array(uuid)
          .optional()
          .meta({ description: 'The quotes that the event is about, and those that it made.' }),
        batchId: uuid.optional(),
        parentTriggerRequestId: uuid.optional().meta({ description: 'The event that fired this one.' }),
        links: z
          .object({ event: path, quotes: path.optional(), client: path.optional(), policy: path.optional() })
          .meta({ id: 'NotificationLinks' }),
      })
      .meta({ id: 'EventNotificationData' }),
  })
  .meta({ id: 'EventNotification' });

const holdInNotification = z
  .object({
    title: z.string(),
    firstDay: calendarDate,
    lastDay,
    stops: holdStops,
    version: z.number().int(),
    endedTimestamp: instant.optional(),
  })
  .meta({ id: 'HoldInNotification', description: 'Without its place, which its link has.' });

const taskInNotification = z
  .object({
    state: taskState,
    madeBy: z.enum(taskMakers),
    priority: taskPriority,
    personId: uuid.optional(),
    role: z.string().optional(),
    dueOn: calendarDate.optional(),
    version: z.number().int(),
  })
  .meta({ id: 'TaskInNotification', description: 'Without its title, which its link has.' });

const mailInNotification = z
  .object({
    purpose: mailPurpose,
    state: mailState,
    reason: notSentReason.optional(),
    version: z.number().int(),
  })
  .meta({ id: 'MailInNotification', description: 'Without its address and text, which its link has.' });

const changeNotification = z
  .object({
    type: z.enum(changeNoticeTypes).meta({ id: 'ChangeNotificationType' }),
    timestamp: instant.meta({ description: 'When the change was recorded.' }),
    data: z
      .object({
        cursor: z.string().meta({ description: 'Its place in the feed of changes.' }),
        kinds: z.array(z.enum(changeKinds)).meta({ description: 'The kinds of records that changed.' }),
        firedBy: z.enum(authorKinds),
        triggerRequestId: uuid.optional().meta({ description: 'The event that made the change.' }),
        productId: uuid.optional(),
        clientId: uuid.optional(),
        policyId: uuid.optional(),
        policy: policyInNotification.optional(),
        quoteIds: z.array(uuid).optional().meta({ description: 'The quote that changed.' }),
        holdId: uuid.optional(),
        hold: holdInNotification.optional(),
        taskId: uuid.optional(),
        task: taskInNotification.optional(),
        mailId: uuid.optional(),
        mail: mailInNotification.optional(),
        statementIds: z.array(uuid).optional().meta({ description: 'The statements that are past due.' }),
        clockId: uuid.optional().meta({ description: "The client's test clock." }),
        isDeleted: z.literal(true).optional().meta({ description: 'It was deleted, or its client erased.' }),
        links: z
          .object({
            changes: path.optional(),
            event: path.optional(),
            client: path.optional(),
            policy: path.optional(),
            quotes: path.optional(),
            hold: path.optional(),
            task: path.optional(),
            mail: path.optional(),
          })
          .meta({ id: 'ChangeNotificationLinks' }),
      })
      .meta({ id: 'ChangeNotificationData' }),
  })
  .meta({ id: 'ChangeNotification' });

const testNotification = z
  .object({
    type: z.literal(testEventType),
    timestamp: instant,
    data: z.object({ endpointId: uuid }).meta({ id: 'TestNotificationData' }),
  })
  .meta({ id: 'TestNotification' });

const disabledNotification = z
  .object({
    type: z.literal(disabledType),
    timestamp: instant,
    data: z.object({ endpointId: uuid, reason: z.string() }).meta({ id: 'DisabledNotificationData' }),
  })
  .meta({ id: 'DisabledNotification' });

/** The body of any delivery; stored as JSON. */
export const webhookNotification = z
  .union([eventNotification, changeNotification, testNotification, disabledNotification])
  .meta({
    id: 'WebhookNotification',
    description: 'The body of a delivery.',
  }) as z.ZodType<object> as z.ZodType<JsonObject>;

/** What the service posts to webhook endpoints (docs/guides/webhooks.md). */
export const notifications = {
  eventEnded: {
    summary: "The end of an event's run",
    description:
      'Sent for events of the types that the endpoint names, of its organization or shared with it. It has ids, links, and ' +
      "the policy's figures, and no personal data: read the rest by its links.",
    schema: eventNotification,
  },
  recordChanged: {
    summary: 'A client, quote, policy, hold, task or mail changed',
    description:
      'Sent for what a transaction changed of a record that the organization sees, unless the endpoint is notified of the event ' +
      'that made the change.',
    schema: changeNotification,
  },
  webhookTest: {
    summary: 'A test',
    description: 'Sent by `POST /webhook/endpoint/{endpointId}/test`.',
    schema: testNotification,
  },
  webhookDisabled: {
    summary: 'Another endpoint was disabled',
    description: 'Sent to endpoints that name no event types, when the service disables another endpoint.',
    schema: disabledNotification,
  },
};

/** The headers of every notification, as in Standard Webhooks. */
export const notificationHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'The same in every attempt: process each id once.' }),
  'webhook-timestamp': z.string().meta({ description: 'The time of the attempt, in seconds since 1970.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Of the unmodified body, by each valid secret of the endpoint.' }),
});
