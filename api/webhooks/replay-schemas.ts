import { z } from 'zod';
import { mostReplayed } from '../../db/webhooks/replay.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

export const replayWebhookEndpoint = endpoint({
  method: 'post',
  path: '/webhook/endpoint/:endpointId/replay',
  operationId: 'replayWebhookEndpoint',
  summary: 'Replay notifications to an endpoint',
  description:
    'Queues the notifications since a time or a place in the feed of changes, oldest first: of events of the endpoint’s types that ' +
    'were fired since, and of other changes. What it was notified of before is sent again, under the same `webhook-id`. ' +
    `Up to ${mostReplayed} events and ${mostReplayed} changes at a time: ask again with \`next\` as \`from\` until \`isLast\`. An extension.`,
  tags: ['Webhooks'],
  params: z.object({ endpointId: uuid }),
  body: z
    .object({
      from: instant.optional().meta({ description: 'The time since which it is replayed.' }),
      since: z
        .string()
        .regex(/^\d{1,18}$/, 'must be a `cursor` or a `next` of the feed of changes')
        .optional()
        .meta({ description: 'Instead of a time: a place in the feed of changes.' }),
    })
    .refine(({ from, since }) => (from === undefined) !== (since === undefined), {
      path: ['from'],
      message: 'is required, or `since` instead of it',
    })
    .meta({ id: 'WebhookReplay' }),
  bodyExample: { from: '2026-11-21T00:00:00Z' },
  responses: {
    200: {
      description: 'What was queued.',
      schema: z
        .object({
          queued: z.number().int().meta({ description: 'The number of notifications.' }),
          next: instant
            .optional()
            .meta({ description: 'The `from` of the next replay; absent if it is the last.' }),
          isLast: z.boolean().meta({ description: 'There are no more.' }),
        })
        .meta({ id: 'WebhookReplayed' }),
    },
    409: { description: 'The endpoint is disabled.' },
    410: { description: 'Changes after `since` are no longer kept.' },
  },
  permission: 'webhooks:write',
});
