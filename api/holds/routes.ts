import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import {
  endHold,
  getConcerningHolds,
  getHold,
  listHolds,
  overrideHold,
  patchHold,
  postHold,
} from './schemas.js';
import type { Holds } from './service.js';

/** Holds, an extension: they stop business in a place for some days. */
export function holdRoutes({ holds }: { holds: Holds }): Router {
  const router = Router();
  router.post(
    postHold.path,
    validated(postHold, async ({ body }, req, res) => {
      const hold = await holds.declare(callerOf(req), body, req.operationId);
      res.status(201);
      return hold;
    }),
  );
  router.get(
    listHolds.path,
    validated(listHolds, ({ query }, req) => holds.list(callerOf(req), query)),
  );
  router.get(
    getConcerningHolds.path,
    validated(getConcerningHolds, ({ query }, req) => holds.concerning(callerOf(req), query)),
  );
  router.get(
    getHold.path,
    validated(getHold, ({ params }, req) => holds.read(callerOf(req), params.holdId)),
  );
  router.patch(
    patchHold.path,
    validated(patchHold, ({ params, body }, req) => holds.change(callerOf(req), params.holdId, body)),
  );
  router.post(
    endHold.path,
    validated(endHold, ({ params }, req) => holds.end(callerOf(req), params.holdId)),
  );
  router.post(
    overrideHold.path,
    validated(overrideHold, async ({ params, body }, req, res) => {
      const override = await holds.override(callerOf(req), params.holdId, body, req.operationId);
      res.status(201);
      return override;
    }),
  );
  return router;
}
