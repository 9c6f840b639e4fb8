import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { postImpact } from './schemas.js';
import type { VersionImpact } from './service.js';

/** What a version would do to premiums: an extension of the interface. */
export function impactRoutes({ impact }: { impact: VersionImpact }): Router {
  const router = Router();
  router.post(
    postImpact.path,
    validated(postImpact, async ({ params, body }, req, res) => {
      const left = gone(res);
      try {
        return await impact.report(callerOf(req), params.versionId, body, left);
      } catch (error) {
        // Nobody is left to answer.
        if (!left.aborted) throw error;
        return undefined;
      }
    }),
  );
  return router;
}
