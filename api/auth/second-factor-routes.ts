import { Router } from 'express';
import { callerOf, personOf } from '../http/caller.js';
import { auditOf } from '../http/person.js';
import { validated } from '../http/validated.js';
import type { Login } from './login.js';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './second-factor/schemas.js';
import type { SecondFactors } from './second-factor/second-factors.js';
import type { Sessions } from './sessions/sessions.js';

const noSecondFactor = 'an API key has no second factor';

/** One's own second factor: an extension of the interface. */
export function secondFactorRoutes({
  login,
  secondFactors,
  sessions,
}: {
  login: Login;
  secondFactors: SecondFactors;
  sessions: Sessions;
}): Router {
  const router = Router();
  router.post(
    beginSecondFactor.path,
    validated(beginSecondFactor, async ({ body }, req) => {
      const { id, userId } = await login.oneself(callerOf(req), body);
      return secondFactors.begin(id, userId);
    }),
  );
  router.post(
    confirmSecondFactor.path,
    validated(confirmSecondFactor, async ({ body }, req, res) => {
      const caller = callerOf(req);
      const confirmed = await secondFactors.confirm(
        personOf(caller, noSecondFactor),
        body.code,
        auditOf(caller),
      );
      const { person, recoveryCodes } = confirmed;
      // The browser stays signed in.
      if (caller.sessionId !== undefined) await sessions.begin(req, res, person, { method: 'PASSWORD' });
      return { recoveryCodes, ...(await login.tokensOf(person)) };
    }),
  );
  router.post(
    removeSecondFactor.path,
    validated(removeSecondFactor, async ({ body }, req, res) => {
      const caller = callerOf(req);
      const { id } = await login.oneself(caller, body, { withCode: true });
      await secondFactors.remove(id, auditOf(caller));
      res.status(204).end();
    }),
  );
  return router;
}
