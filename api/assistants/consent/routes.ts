import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import type { AssistantConsents } from './consents.js';
import type { AssistantGrants } from './grants.js';
import {
  allowAssistant,
  endMyAssistant,
  endUserAssistant,
  listMyAssistants,
  listUserAssistants,
  readAssistantRequest,
} from './schemas.js';

/** Assistants that people allow to work for them: an extension of the interface. */
export function assistantConsentRoutes({
  consents,
  grants,
}: {
  consents: AssistantConsents;
  grants: AssistantGrants;
}): Router {
  const router = Router();
  router.post(
    readAssistantRequest.path,
    validated(readAssistantRequest, ({ body }) => consents.read(body.request)),
  );
  router.post(
    allowAssistant.path,
    validated(allowAssistant, ({ body }, req) => consents.allow(callerOf(req), body)),
  );
  router.get(
    listMyAssistants.path,
    validated(listMyAssistants, (_input, req) => grants.listOwn(callerOf(req))),
  );
  router.delete(
    endMyAssistant.path,
    validated(endMyAssistant, async ({ params }, req, res) => {
      await grants.endOwn(callerOf(req), params.grantId);
      res.status(204).end();
    }),
  );
  router.get(
    listUserAssistants.path,
    validated(listUserAssistants, ({ params }, req) => grants.listOf(callerOf(req), params.personId)),
  );
  router.delete(
    endUserAssistant.path,
    validated(endUserAssistant, async ({ params }, req, res) => {
      await grants.endOf(callerOf(req), params.personId, params.grantId);
      res.status(204).end();
    }),
  );
  return router;
}
