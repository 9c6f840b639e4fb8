import { z } from 'zod';
import { mostEndpoints } from '../../db/webhooks/endpoints.js';
import { testEventType } from '../../db/webhooks/notification-body.js';
import { eventTypes } from '../../domain/events/catalog.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { changeNoticeTypes } from '../../domain/webhooks/change-notices.js';
import { asRead } from '../http/as-read.js';
import { endpoint } from '../http/endpoint.js';
import { deliveryWithBody } from './delivery-schemas.js';

const tags = ['Webhooks'] as const;
const endpointParams = z.object({ endpointId: uuid });

const notifiedTypes = [...eventTypes, ...changeNoticeTypes] as const;
const notifiedType = z.enum(notifiedTypes).meta({ id: 'NotifiedType' });

const fields = {
  url: z
    .string()
    .max(2048)
    .meta({ description: '`https`, with a host on the public internet that the installation allows.' }),
  description: z.string().max(255).meta({ description: 'For people.' }),
  eventTypes: z
    .array(notifiedType)
    .max(notifiedTypes.length)
    .transform((types) => [...new Set(types)])
    .meta({ description: 'The types of its notifications, of events and of changes; empty for every type.' }),
  active: z.boolean().meta({ description: 'A disabled endpoint gets no notifications.' }),
};

export const endpointCreation = z
  .object({
    url: fields.url.optional(),
    isPolled: z.boolean().default(false).meta({
      description:
        'Instead of a `url`: nothing is sent; the notifications are taken by `POST /webhook/endpoint/{endpointId}/poll`.',
    }),
    description: fields.description.default(''),
    eventTypes: fields.eventTypes.default([]),
    active: fields.active.default(true),
  })
  .refine(({ url, isPolled }) => (url === undefined) === isPolled, {
    path: ['url'],
    message: 'is required, unless the endpoint is polled',
  })
  .meta({ id: 'WebhookEndpointCreation' });
export type EndpointCreation = z.output<typeof endpointCreation>;

const secret = z
  .string()
  .meta({ description: 'The secret that signs notifications. It is shown only this once.' });

const webhookEndpoint = z
  .object({
    endpointId: uuid,
    url: z.string().optional().meta({ description: 'Absent if it is polled.' }),
    isPolled: z.boolean(),
    description: z.string(),
    eventTypes: z.array(z.string()),
    active: z.boolean(),
    disabledReason: z.string().optional().meta({ description: 'Why the service disabled it.' }),
    failingSinceTimestamp: instant
      .optional()
      .meta({ description: 'No notification has been accepted since; absent if the last one was.' }),
    lastError: z.string().optional().meta({ description: 'The result of the last attempt, if it failed.' }),
    pausedUntilTimestamp: instant
      .optional()
      .meta({ description: 'The endpoint failed several times in a row: the time of the next attempt.' }),
    createdTimestamp: instant,
    updatedTimestamp: instant,
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointView = z.output<typeof webhookEndpoint>;

const changes = {
  url: fields.url.optional(),
  description: fields.description.optional(),
  eventTypes: fields.eventTypes.optional(),
  active: fields.active.optional(),
};

export const endpointUpdate = z
  .object({ ...changes, ...asRead(webhookEndpoint, changes) })
  .meta({ id: 'WebhookEndpointUpdate' });
export type EndpointUpdate = z.output<typeof endpointUpdate>;

export const createWebhookEndpoint = endpoint({
  method: 'post',
  path: '/webhook/endpoint',
  operationId: 'createWebhookEndpoint',
  summary: 'Register a webhook endpoint',
  description:
    'From now on the endpoint is notified of the end of each of the organization’s events of the given types, and of changes of ' +
    'the records that it sees, by a signed POST as in Standard Webhooks. An extension.',
  tags,
  body: endpointCreation,
  bodyExample: {
    url: 'https://hooks.example.com/ioi',
    description: 'Policy feed',
    eventTypes: ['POLICY_CREATED', 'POLICY_CANCELED'],
  },
  responses: {
    200: {
      description: 'The endpoint, with its secret.',
      schema: webhookEndpoint.extend({ secret }).meta({ id: 'WebhookEndpointWithSecret' }),
    },
    409: { description: `The organization has ${mostEndpoints} endpoints, the maximum.` },
  },
  permission: 'webhooks:write',
});

export const listWebhookEndpoints = endpoint({
  method: 'get',
  path: '/webhook/endpoint',
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: 'The endpoints of the organization, oldest first; never their secrets. An extension.',
  tags,
  responses: { 200: { description: 'The endpoints.', schema: z.array(webhookEndpoint) } },
  permission: 'webhooks:read',
});

export const getWebhookEndpoint = endpoint({
  method: 'get',
  path: '/webhook/endpoint/:endpointId',
  tagged: true,
  operationId: 'getWebhookEndpoint',
  summary: 'Read a webhook endpoint',
  description: 'An extension.',
  tags,
  params: endpointParams,
  responses: { 200: { description: 'The endpoint.', schema: webhookEndpoint } },
  permission: 'webhooks:read',
});

export const updateWebhookEndpoint = endpoint({
  method: 'put',
  path: '/webhook/endpoint/:endpointId',
  checksTag: true,
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Each field in the request replaces the stored one, and a missing field stays. Pending deliveries of an ' +
    'endpoint that is disabled are canceled. An extension.',
  tags,
  params: endpointParams,
  body: endpointUpdate,
  bodyExample: { active: false },
  responses: { 200: { description: 'The changed endpoint.', schema: webhookEndpoint } },
  permission: 'webhooks:write',
});

export const deleteWebhookEndpoint = endpoint({
  method: 'delete',
  path: '/webhook/endpoint/:endpointId',
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description:
    'Its secrets are deleted and pending deliveries canceled; deliveries can still be read. An extension.',
  tags,
  params: endpointParams,
  responses: { 204: { description: 'Deleted.' } },
  permission: 'webhooks:write',
});

export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/webhook/endpoint/:endpointId/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook endpoint a new secret',
  description:
    'Earlier secrets stay valid for a while, in which notifications have a signature by each. An extension.',
  tags,
  params: endpointParams,
  body: z
    .object({
      previousValidHours: z
        .number()
        .int()
        .min(0)
        .max(168)
        .default(24)
        .meta({ description: 'How long earlier secrets stay valid; 0 ends them at once.' }),
    })
    .meta({ id: 'WebhookSecretRotation' }),
  bodyOptional: true,
  bodyExample: { previousValidHours: 24 },
  responses: {
    200: {
      description: 'The new secret.',
      schema: z
        .object({ endpointId: uuid, secret, previousValidUntilTimestamp: instant })
        .meta({ id: 'WebhookSecret' }),
    },
    409: { description: 'Too many earlier secrets are still valid.' },
  },
  permission: 'webhooks:write',
});

export const testWebhookEndpoint = endpoint({
  method: 'post',
  path: '/webhook/endpoint/:endpointId/test',
  operationId: 'testWebhookEndpoint',
  summary: 'Send a test notification',
  description: `Sends a notification of type \`${testEventType}\`, once. Read the delivery for the result. An extension.`,
  tags,
  params: endpointParams,
  responses: {
    200: { description: 'The delivery, which has been started.', schema: deliveryWithBody },
    409: { description: 'The endpoint is disabled.' },
    503: { description: 'It could not be started now: nothing was sent.' },
  },
  permission: 'webhooks:write',
});
