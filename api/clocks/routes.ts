import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import {
  advanceClock,
  createClock,
  deleteClock,
  getClock,
  listClocks,
  stopClock,
  updateClock,
} from './schemas.js';
import type { Clocks } from './service.js';

/** Test clocks, an extension. Not mounted in `PROD`. */
export function clockRoutes({ clocks }: { clocks: Clocks }): Router {
  const router = Router();
  router.post(
    createClock.path,
    validated(createClock, async ({ body }, req, res) => {
      const clock = await clocks.create(callerOf(req), body, req.operationId);
      res.status(201);
      return clock;
    }),
  );
  router.get(
    listClocks.path,
    validated(listClocks, ({ query }, req) => clocks.list(callerOf(req), query)),
  );
  router.get(
    getClock.path,
    validated(getClock, ({ params }, req) => clocks.read(callerOf(req), params.clockId)),
  );
  router.put(
    updateClock.path,
    validated(updateClock, ({ params, body }, req) => clocks.change(callerOf(req), params.clockId, body)),
  );
  router.delete(
    deleteClock.path,
    validated(deleteClock, async ({ params }, req, res) => {
      await clocks.delete(callerOf(req), params.clockId);
      res.writeHead(204).end();
    }),
  );
  router.post(
    advanceClock.path,
    validated(advanceClock, async ({ params, body }, req, res) => {
      const clock = await clocks.advance(callerOf(req), params.clockId, body.to);
      res.status(202);
      return clock;
    }),
  );
  router.post(
    stopClock.path,
    validated(stopClock, ({ params }, req) => clocks.stop(callerOf(req), params.clockId)),
  );
  return router;
}
