import type { ZodOpenApiObject } from 'zod-openapi';
import type { Tag } from '../http/tags.js';
import { notificationHeaders, notifications } from '../webhooks/notification-schemas.js';

/** The `webhooks` section: the requests that the service sends. */
export const webhooks: ZodOpenApiObject['webhooks'] = Object.fromEntries(
  Object.entries(notifications).map(([name, { summary, description, schema }]) => [
    name,
    {
      post: {
        operationId: name,
        summary,
        description,
        tags: ['Notifications' satisfies Tag],
        security: [],
        requestParams: { header: notificationHeaders },
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': { description: 'Accepted. The body of the answer is not read.' },
          default: { description: 'Not accepted: it is sent again, for three days.' },
        },
      },
    },
  ]),
);
