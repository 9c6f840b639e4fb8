import { z } from 'zod';
import { mostWaiting } from '../../db/webhooks/polled-endpoints.js';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { notificationHeaders } from './notification-schemas.js';

const mostPolled = 100;

const polledNotification = z
  .object({
    deliveryId: uuid,
    headers: notificationHeaders.meta({ id: 'PolledHeaders', description: 'As a delivery has them.' }),
    body: z.string().meta({ description: 'The body of a delivery, as it is signed.' }),
  })
  .meta({ id: 'PolledNotification' });

export const pollWebhookEndpoint = endpoint({
  method: 'post',
  path: '/webhook/endpoint/:endpointId/poll',
  operationId: 'pollWebhookEndpoint',
  summary: 'Take the notifications of an endpoint that is polled',
  description:
    'For programs that cannot be reached: the oldest notifications that were not accepted, signed as deliveries are. They come again ' +
    'until a poll names them in `accepted`. An endpoint that is not polled for a day is deleted; one for which more than ' +
    `${mostWaiting.toLocaleString('en-US')} notifications wait is disabled. An extension.`,
  tags: ['Webhooks'],
  params: z.object({ endpointId: uuid }),
  body: z
    .object({
      accepted: z
        .array(uuid)
        .max(mostPolled)
        .default([])
        .meta({ description: 'The `deliveryId`s of notifications that were taken before.' }),
      size: z.number().int().min(1).max(mostPolled).default(20),
    })
    .meta({ id: 'WebhookPoll' }),
  bodyOptional: true,
  bodyExample: { size: 20 },
  responses: {
    200: {
      description: 'The next notifications, oldest first.',
      schema: z.object({ notifications: z.array(polledNotification) }).meta({ id: 'PolledNotifications' }),
    },
    409: { description: 'The endpoint is disabled, or notifications are sent to it.' },
  },
  permission: 'webhooks:write',
});

export type PollRequest = z.output<NonNullable<typeof pollWebhookEndpoint.body>>;
