import { z } from 'zod';
import { eventState } from '../../db/events/event-filters.js';
import { disabledType, testEventType } from '../../db/webhooks/notification-body.js';
import { eventType } from '../../domain/events/catalog.js';
import { authorKinds } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { instant, uuid } from '../../domain/ground/primitives.js';

const path = z.string().meta({ description: "A path below the service's address." });

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
        clockId: uuid.optional().meta({ description: "The client's test clock." }),
        businessTimestamp: instant
          .optional()
          .meta({ description: 'The time of that clock when it was fired.' }),
        quoteIds: z.array(uuid).optional().meta({ description: 'The quotes that the event is about.' }),
        batchId: uuid.optional(),
        parentTriggerRequestId: uuid.optional().meta({ description: 'The event that fired this one.' }),
        links: z
          .object({ event: path, quotes: path.optional(), client: path.optional(), policy: path.optional() })
          .meta({ id: 'NotificationLinks' }),
      })
      .meta({ id: 'EventNotificationData' }),
  })
  .meta({ id: 'EventNotification' });

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
export const webhookNotification = z.union([eventNotification, testNotification, disabledNotification]).meta({
  id: 'WebhookNotification',
  description: 'The body of a delivery.',
}) as z.ZodType<object> as z.ZodType<JsonObject>;

/** What the service posts to webhook endpoints (docs/guides/webhooks.md). */
export const notifications = {
  eventEnded: {
    summary: "The end of an event's run",
    description:
      'Sent for events of the types that the endpoint names, of its organization or shared with it. It has ids and links, and no ' +
      'personal data: read the rest by its links.',
    schema: eventNotification,
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
