import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import { previewCancellationOf, previewReinstatementOf, previewRewriteOf } from './schemas.js';
import type { PolicyPreviews } from './service.js';

/** The money of a cancellation, a reinstatement or a rewrite before it is fired: extensions of the interface. */
export function policyPreviewRoutes({ previews }: { previews: PolicyPreviews }): Router {
  const router = Router();
  router.get(
    previewCancellationOf.path,
    validated(previewCancellationOf, ({ params, query }, req) =>
      previews.cancellation(callerOf(req), params.policyId, query),
    ),
  );
  router.get(
    previewReinstatementOf.path,
    validated(previewReinstatementOf, ({ params, query }, req) =>
      previews.reinstatement(callerOf(req), params.policyId, query),
    ),
  );
  router.get(
    previewRewriteOf.path,
    validated(previewRewriteOf, ({ params, query }, req) =>
      previews.rewrite(callerOf(req), params.policyId, query),
    ),
  );
  return router;
}
