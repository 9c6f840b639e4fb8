import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import type { Desk } from './desk.js';
import { listColleagues, listNotifications, seeNotifications } from './schemas.js';

/** What waits for a person, and the people of the organization: an extension. */
export function deskRoutes({ desk }: { desk: Desk }): Router {
  const router = Router();
  router.get(
    listNotifications.path,
    validated(listNotifications, ({ query }, req) => desk.notifications(callerOf(req), query)),
  );
  router.put(
    seeNotifications.path,
    validated(seeNotifications, async ({ body }, req, res) => {
      await desk.see(callerOf(req), new Date(body.until));
      res.status(204).end();
    }),
  );
  router.get(
    listColleagues.path,
    validated(listColleagues, ({ query }, req) => desk.colleagues(callerOf(req), query)),
  );
  return router;
}
