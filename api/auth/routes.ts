import { Router } from 'express';
import type { Database } from '../../db/database.js';
import type { Environment } from '../../domain/product/timeline.js';
import { callerOf } from '../http/caller.js';
import { originOf } from '../http/origin.js';
import { validated } from '../http/validated.js';
import type { Login } from './login.js';
import { changeOwnPassword, getMe, hello, issueToken } from './schemas.js';
import type { Sessions } from './sessions/sessions.js';
import { whoIs } from './who-am-i.js';

/** `POST /token` (spec 4.1), which needs no credentials, and `POST /me/password`, an extension. */
export function tokenRoutes({ login, sessions }: { login: Login; sessions: Sessions }): Router {
  const router = Router();
  router.post(
    issueToken.path,
    validated(issueToken, ({ body }, req) =>
      login.signIn({ userId: body.userId, password: body.password, code: body.code, origin: originOf(req) }),
    ),
  );
  router.post(
    changeOwnPassword.path,
    validated(changeOwnPassword, async ({ body }, req, res) => {
      const caller = callerOf(req);
      const { person, tokens } = await login.changePassword(caller, body);
      // The browser stays signed in.
      if (caller.sessionId !== undefined) await sessions.begin(req, res, person, { method: 'PASSWORD' });
      return tokens;
    }),
  );
  return router;
}

/** `GET /hello` (spec 4.1). */
export function helloRoutes(): Router {
  const router = Router();
  router.get(
    hello.path,
    validated(hello, (_input, _req, res) => {
      res.type('text').send('hello');
    }),
  );
  return router;
}

/** `GET /me`: an extension of the interface. */
export function meRoutes(installation: { db: Database; environment: Environment }): Router {
  const router = Router();
  router.get(
    getMe.path,
    validated(getMe, (_input, req) => whoIs(callerOf(req), installation)),
  );
  return router;
}
