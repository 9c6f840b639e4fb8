import { z } from 'zod';
import { mostReplayed } from '../../db/webhooks/replay.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { longestCursor } from './replay-cursor.js';

export const replayWebhookEndpoint = endpoint({
  method: 'post',
  path: '/webhook/endpoint/:endpointId/replay',
  operationId: 'replayWebhookEndpoint',
  summary: 'Replay notifications to an endpoint',
  description:
    'Queues the notifications since a time or a place in the feed of changes, oldest first: of events of the endpoint’s types that ' +
    'were fired since, and of other changes. What it was notified of before is sent again, under the same `webhook-id`. ' +
    `Up to ${mostReplayed} events and ${mostReplayed} changes at a time: ask again with \`nextCursor\` as \`cursor\` until \`isLast\`. An extension.`,
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
      cursor: z
        .string()
        .min(1)
        .max(longestCursor)
        .optional()
        .meta({ description: 'Instead of them: the `nextCursor` of the replay before.' }),
    })
    .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
      path: ['from'],
      message: 'is required, or `since` or `cursor` instead of it',
    })
    .meta({ id: 'WebhookReplay' }),
  bodyExample: { from: '2026-11-21T00:00:00Z' },
  responses: {
    200: {
      description: 'What was queued.',
      schema: z
        .object({
          queued: z.number().int().meta({ description: 'The number of notifications.' }),
          nextCursor: z
            .string()
            .optional()
            .meta({ description: 'The `cursor` of the next replay; absent if it is the last.' }),
          isLast: z.boolean().meta({ description: 'There are no more.' }),
        })
        .meta({ id: 'WebhookReplayed' }),
    },
    409: { description: 'The endpoint is disabled, or is polled and too much waits for it.' },
    410: { description: 'Changes after `since` or `cursor` are no longer kept.' },
  },
  permission: 'webhooks:write',
});

export type ReplayRequest = z.output<NonNullable<typeof replayWebhookEndpoint.body>>;
