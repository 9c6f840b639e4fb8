import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { postImpact } from './schemas.js';
import type { VersionImpact } from './service.js';

/** What a version would do to premiums: an extension of the interface. */
export function impactRoutes({ impact }: { impact: VersionImpact }): Router {
  const router = Router();
  router.post(
    postImpact.path,
    validated(postImpact, ({ params, body }, req) => impact.report(callerOf(req), params.versionId, body)),
  );
  return router;
}
