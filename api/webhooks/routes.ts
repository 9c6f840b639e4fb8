import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { ifMatch } from '../http/entity-tag.js';
import { validated } from '../http/validated.js';
import {
  cancelWebhookDelivery,
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
} from './delivery-schemas.js';
import type { WebhookDeliveries } from './delivery-service.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from './endpoint-schemas.js';
import type { WebhookEndpoints } from './endpoint-service.js';
import { pollWebhookEndpoint } from './poll-schemas.js';
import type { WebhookPolls } from './poll-service.js';
import { replayWebhookEndpoint } from './replay-schemas.js';
import type { WebhookReplays } from './replay-service.js';

/** Outbound notifications, an extension: endpoints and deliveries. */
export function webhookRoutes({
  endpoints,
  deliveries,
  replays,
  polls,
}: {
  endpoints: WebhookEndpoints;
  deliveries: WebhookDeliveries;
  replays: WebhookReplays;
  polls: WebhookPolls;
}): Router {
  const router = Router();
  router.post(
    createWebhookEndpoint.path,
    validated(createWebhookEndpoint, ({ body }, req) =>
      endpoints.create(callerOf(req), body, req.operationId),
    ),
  );
  router.get(
    listWebhookEndpoints.path,
    validated(listWebhookEndpoints, (_input, req) => endpoints.list(callerOf(req))),
  );
  router.get(
    getWebhookEndpoint.path,
    validated(getWebhookEndpoint, ({ params }, req) => endpoints.read(callerOf(req), params.endpointId)),
  );
  router.put(
    updateWebhookEndpoint.path,
    validated(updateWebhookEndpoint, ({ params, body }, req) =>
      endpoints.change(callerOf(req), params.endpointId, body, ifMatch(req)),
    ),
  );
  router.delete(
    deleteWebhookEndpoint.path,
    validated(deleteWebhookEndpoint, async ({ params }, req, res) => {
      await endpoints.delete(callerOf(req), params.endpointId);
      res.writeHead(204).end();
    }),
  );
  router.post(
    rotateWebhookSecret.path,
    validated(rotateWebhookSecret, ({ params, body }, req) =>
      endpoints.rotateSecret(callerOf(req), params.endpointId, { ...body, id: req.operationId }),
    ),
  );
  router.post(
    testWebhookEndpoint.path,
    validated(testWebhookEndpoint, ({ params }, req) => deliveries.test(callerOf(req), params.endpointId)),
  );
  router.post(
    replayWebhookEndpoint.path,
    validated(replayWebhookEndpoint, ({ params, body }, req) =>
      replays.replay(callerOf(req), params.endpointId, body),
    ),
  );
  router.post(
    pollWebhookEndpoint.path,
    validated(pollWebhookEndpoint, ({ params, body }, req) =>
      polls.poll(callerOf(req), params.endpointId, body),
    ),
  );
  router.get(
    listWebhookDeliveries.path,
    validated(listWebhookDeliveries, ({ query }, req) => {
      const { page, size, ...filter } = query;
      return deliveries.list(callerOf(req), filter, { page, size });
    }),
  );
  router.get(
    getWebhookDelivery.path,
    validated(getWebhookDelivery, ({ params }, req) => deliveries.read(callerOf(req), params.deliveryId)),
  );
  router.post(
    cancelWebhookDelivery.path,
    validated(cancelWebhookDelivery, ({ params }, req) =>
      deliveries.cancel(callerOf(req), params.deliveryId),
    ),
  );
  router.post(
    resendWebhookDelivery.path,
    validated(resendWebhookDelivery, ({ params }, req) =>
      deliveries.resend(callerOf(req), params.deliveryId),
    ),
  );
  return router;
}
