import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { originOf } from '../http/origin.js';
import { validated } from '../http/validated.js';
import type { Login } from './login.js';
import {
  beginSession,
  endOwnSession,
  endSession,
  endUserSession,
  listOwnSessions,
  listUserSessions,
  signOutEverywhere,
} from './sessions/schemas.js';
import { type SessionLists, sessionView } from './sessions/session-lists.js';
import type { Sessions } from './sessions/sessions.js';

/** Sessions in a browser: an extension of the interface. */
export function sessionRoutes({
  login,
  sessions,
  sessionLists: lists,
}: {
  login: Login;
  sessions: Sessions;
  sessionLists: SessionLists;
}): Router {
  const router = Router();
  router.post(
    beginSession.path,
    validated(beginSession, async ({ body }, req, res) => {
      sessions.requireOwnPage(req);
      const person = await login.personOf({ ...body, origin: originOf(req) });
      const session = await sessions.begin(req, res, person, { method: 'PASSWORD' });
      return sessionView(session, session.id);
    }),
  );
  router.delete(
    endSession.path,
    validated(endSession, async (_input, req, res) => {
      await lists.signOut(callerOf(req));
      res.status(204).end();
    }),
  );
  router.get(
    listOwnSessions.path,
    validated(listOwnSessions, (_input, req) => lists.listOwn(callerOf(req))),
  );
  router.delete(
    endOwnSession.path,
    validated(endOwnSession, async ({ params }, req, res) => {
      await lists.endOwn(callerOf(req), params.sessionId);
      res.status(204).end();
    }),
  );
  router.post(
    signOutEverywhere.path,
    validated(signOutEverywhere, async (_input, req, res) => {
      await lists.signOutEverywhere(callerOf(req));
      res.status(204).end();
    }),
  );
  router.get(
    listUserSessions.path,
    validated(listUserSessions, ({ params }, req) => lists.listOf(callerOf(req), params.personId)),
  );
  router.delete(
    endUserSession.path,
    validated(endUserSession, async ({ params }, req, res) => {
      await lists.endOf(callerOf(req), params.personId, params.sessionId);
      res.status(204).end();
    }),
  );
  return router;
}
