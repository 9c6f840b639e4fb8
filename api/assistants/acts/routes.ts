import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import type { Releases } from './releases.js';
import { getAssistantAct, listAssistantActs, refuseAssistantAct, releaseAssistantAct } from './schemas.js';

/** What assistants did and ask to do: an extension of the interface. */
export function assistantActRoutes({ releases }: { releases: Releases }): Router {
  const router = Router();
  router.get(
    listAssistantActs.path,
    validated(listAssistantActs, ({ query }, req) => releases.list(callerOf(req), query)),
  );
  router.get(
    getAssistantAct.path,
    validated(getAssistantAct, ({ params }, req) => releases.read(callerOf(req), params.actId)),
  );
  router.post(
    releaseAssistantAct.path,
    validated(releaseAssistantAct, ({ params, body }, req) =>
      releases.release(callerOf(req), params.actId, body.reason),
    ),
  );
  router.post(
    refuseAssistantAct.path,
    validated(refuseAssistantAct, ({ params, body }, req) =>
      releases.refuse(callerOf(req), params.actId, body.reason),
    ),
  );
  return router;
}
