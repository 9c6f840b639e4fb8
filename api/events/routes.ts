import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import type { EventControl } from './control.js';
import { acknowledgeEvent, cancelEvent, getBatch, getEvent, listEvents, retryEvent } from './schemas.js';
import type { EventInspection } from './service.js';

/** Inspecting and canceling events, retrying and acknowledging what failed: extensions of the interface. */
export function firedEventRoutes({
  inspection,
  control,
}: {
  inspection: EventInspection;
  control: EventControl;
}): Router {
  const router = Router();
  router.get(
    listEvents.path,
    validated(listEvents, ({ query }, req) => inspection.list(callerOf(req), query)),
  );
  router.get(
    getBatch.path,
    validated(getBatch, ({ params }, req) => inspection.batch(callerOf(req), params.batchId)),
  );
  router.get(
    getEvent.path,
    validated(getEvent, ({ params }, req) => inspection.one(callerOf(req), params.triggerRequestId)),
  );
  router.post(
    cancelEvent.path,
    validated(cancelEvent, async ({ params }, req, res) => {
      const caller = callerOf(req);
      const cancelled = await control.cancel(caller, params.triggerRequestId);
      res.status(cancelled ? 200 : 202).json(await inspection.one(caller, params.triggerRequestId));
    }),
  );
  router.post(
    retryEvent.path,
    validated(retryEvent, async ({ params }, req, res) => {
      const caller = callerOf(req);
      await control.retry(caller, params.triggerRequestId);
      res.status(202).json(await inspection.one(caller, params.triggerRequestId));
    }),
  );
  router.post(
    acknowledgeEvent.path,
    validated(acknowledgeEvent, async ({ params, body }, req) => {
      const caller = callerOf(req);
      await control.acknowledge(caller, params.triggerRequestId, body.note);
      return inspection.one(caller, params.triggerRequestId);
    }),
  );
  return router;
}
