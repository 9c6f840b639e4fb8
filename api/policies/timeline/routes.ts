import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import { getTimeline } from './schemas.js';
import type { PolicyTimelines } from './service.js';

/** `GET /policy/{policyId}/timeline`, an extension of the interface. */
export function policyTimelineRoutes({ timelines }: { timelines: PolicyTimelines }): Router {
  const router = Router();
  router.get(
    getTimeline.path,
    validated(getTimeline, ({ params, query }, req) => timelines.read(callerOf(req), params.policyId, query)),
  );
  return router;
}
