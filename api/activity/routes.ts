import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { addClientNote, getClientActivity, getPolicyActivity, getQuoteActivity } from './schemas.js';
import type { Activity } from './service.js';

/** Feeds of activity, and notes on clients: extensions of the interface. */
export function activityRoutes({ activity }: { activity: Activity }): Router {
  const router = Router();
  router.get(
    getClientActivity.path,
    validated(getClientActivity, ({ params, query }, req) =>
      activity.of(callerOf(req), 'CLIENT', params.clientId, query),
    ),
  );
  router.get(
    getPolicyActivity.path,
    validated(getPolicyActivity, ({ params, query }, req) =>
      activity.of(callerOf(req), 'POLICY', params.policyId, query),
    ),
  );
  router.get(
    getQuoteActivity.path,
    validated(getQuoteActivity, ({ params, query }, req) =>
      activity.of(callerOf(req), 'QUOTE', params.quoteId, query),
    ),
  );
  router.post(
    addClientNote.path,
    validated(addClientNote, async ({ params, body }, req, res) => {
      const note = await activity.addNote(callerOf(req), params.clientId, body, req.operationId);
      res.status(201);
      return note;
    }),
  );
  return router;
}
