import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { deleteConsent, listConsents, postConsent } from './schemas.js';
import type { Consents } from './service.js';

/** In whose name products of others may quote: an extension. */
export function consentRoutes({ consents }: { consents: Consents }): Router {
  const router = Router();
  router.get(
    listConsents.path,
    validated(listConsents, ({ query }, req) => consents.list(callerOf(req), query)),
  );
  router.post(
    postConsent.path,
    validated(postConsent, ({ params, body }, req) =>
      consents.give(callerOf(req), params.productId, body.ownerOrganizationId),
    ),
  );
  router.delete(
    deleteConsent.path,
    validated(deleteConsent, async ({ params }, req, res) => {
      await consents.revoke(callerOf(req), params.productId);
      res.writeHead(204).end();
    }),
  );
  return router;
}
