import { Router } from 'express';
import { originOf } from '../http/origin.js';
import { validated } from '../http/validated.js';
import type { Login } from './login.js';
import { hello, issueToken } from './schemas.js';

/** `POST /token` (spec 4.1); needs no credentials. */
export function tokenRoutes({ login }: { login: Login }): Router {
  const router = Router();
  router.post(
    issueToken.path,
    validated(issueToken, ({ body }, req) =>
      login.signIn({ userId: body.userId, password: body.password, origin: originOf(req) }),
    ),
  );
  return router;
}

/** `GET /hello` (spec 4.1). */
export function helloRoutes(): Router {
  const router = Router();
  router.get(
    hello.path,
    validated(hello, (_input, _req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 5 }).end('hello');
    }),
  );
  return router;
}
