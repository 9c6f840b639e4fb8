import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { getChanges } from './schemas.js';
import type { ChangeFeed } from './service.js';

/** The feed of changes: an extension of the interface. */
export function changeRoutes({ changes }: { changes: ChangeFeed }): Router {
  const router = Router();
  router.get(
    getChanges.path,
    validated(getChanges, ({ query }, req, res) =>
      changes.next(callerOf(req), query, { signal: gone(res), endTurn: req.endTurn }),
    ),
  );
  return router;
}
