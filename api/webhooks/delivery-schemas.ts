import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { deliveryFilters, deliveryState } from '../../db/webhooks/delivery-filters.js';
import { disabledType, testEventType } from '../../db/webhooks/notification-body.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { webhookNotification } from './notification-schemas.js';

const tags = ['Webhooks'] as const;
const deliveryParams = z.object({ deliveryId: uuid });

const webhookDelivery = z
  .object({
    deliveryId: uuid,
    endpointId: uuid,
    triggerRequestId: uuid.optional().meta({ description: 'The event; a test has none.' }),
    eventType: z
      .string()
      .meta({ description: `An event type, \`${testEventType}\` or \`${disabledType}\`.` }),
    messageId: z.string().meta({ description: 'The `webhook-id` header of every attempt.' }),
    state: deliveryState,
    attempts: z.number().int(),
    lastStatus: z.number().int().optional().meta({ description: 'The status of the last answer.' }),
    lastError: z.string().optional(),
    lastAttemptTimestamp: instant.optional(),
    nextAttemptTimestamp: instant.optional(),
    createdTimestamp: instant,
    endedTimestamp: instant.optional(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.output<typeof webhookDelivery>;

/** A delivery with the notification that it sends. */
export const deliveryWithBody = webhookDelivery
  .extend({ body: webhookNotification })
  .meta({ id: 'WebhookDeliveryWithBody' });

export const listWebhookDeliveries = endpoint({
  method: 'get',
  path: '/webhook/delivery',
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description: 'The deliveries of the organization that match every filter, newest first. An extension.',
  tags,
  query: z.object({
    ...filterFields(deliveryFilters),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'A page of deliveries.',
      schema: z.object(pageFields(webhookDelivery)).meta({ id: 'WebhookDeliveryPage' }),
    },
  },
  permission: 'webhooks:read',
});

export const getWebhookDelivery = endpoint({
  method: 'get',
  path: '/webhook/delivery/:deliveryId',
  operationId: 'getWebhookDelivery',
  summary: 'Read a delivery',
  description: 'With its body. An extension.',
  tags,
  params: deliveryParams,
  responses: { 200: { description: 'The delivery.', schema: deliveryWithBody } },
  permission: 'webhooks:read',
});

export const cancelWebhookDelivery = endpoint({
  method: 'post',
  path: '/webhook/delivery/:deliveryId/cancel',
  operationId: 'cancelWebhookDelivery',
  summary: 'Cancel a delivery',
  description:
    'A pending delivery is not attempted any more. An attempt under way may still arrive. An extension.',
  tags,
  params: deliveryParams,
  responses: {
    200: { description: 'The canceled delivery.', schema: deliveryWithBody },
    409: { description: 'The delivery has ended.' },
  },
  permission: 'webhooks:write',
});

export const resendWebhookDelivery = endpoint({
  method: 'post',
  path: '/webhook/delivery/:deliveryId/resend',
  operationId: 'resendWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'A completed delivery is sent anew, under the same `webhook-id` and with all its attempts; a pending one makes its ' +
    'next attempt now. An extension.',
  tags,
  params: deliveryParams,
  responses: {
    200: { description: 'The delivery, which has been started.', schema: deliveryWithBody },
    409: { description: 'The endpoint is disabled or deleted.' },
    503: { description: 'It could not be started now: send it again.' },
  },
  permission: 'webhooks:write',
});
