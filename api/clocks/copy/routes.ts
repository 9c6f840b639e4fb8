import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import { copyUnderClock, getClockComparison } from './schemas.js';
import type { ClockCopies } from './service.js';

/** A book under a clock, an extension. Not mounted in `PROD`. */
export function clockCopyRoutes({ copies }: { copies: ClockCopies }): Router {
  const router = Router();
  router.post(
    copyUnderClock.path,
    validated(copyUnderClock, async ({ params, body }, req, res) => {
      const copied = await copies.copy(callerOf(req), params.clockId, body, req.operationId);
      res.status(201);
      return copied;
    }),
  );
  router.get(
    getClockComparison.path,
    validated(getClockComparison, ({ params, query }, req) =>
      copies.compare(callerOf(req), params.clockId, query),
    ),
  );
  return router;
}
