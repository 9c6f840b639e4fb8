import { Router } from 'express';
import { originOf } from '../../http/origin.js';
import { validated } from '../../http/validated.js';
import { beginSignOn, finishSignOn, listSignOns, signOutByProvider } from './schemas.js';
import type { SingleSignOn } from './single-sign-on.js';

/** Sign-in through identity providers: an extension of the interface. */
export function signOnRoutes({
  singleSignOn,
  hasPasswords,
}: {
  singleSignOn: SingleSignOn;
  hasPasswords: boolean;
}): Router {
  const router = Router();
  router.get(
    listSignOns.path,
    validated(listSignOns, () => ({ passwords: hasPasswords, providers: singleSignOn.providers })),
  );
  router.get(
    beginSignOn.path,
    validated(beginSignOn, async ({ params, query }, req, res) => {
      await singleSignOn.begin(req, res, { ...params, ...query });
    }),
  );
  router.get(
    finishSignOn.path,
    validated(finishSignOn, async ({ params, query }, req, res) => {
      await singleSignOn.finish(req, res, { ...params, state: query.state });
    }),
  );
  router.post(
    signOutByProvider.path,
    validated(signOutByProvider, async ({ params, body }, req, res) => {
      await singleSignOn.logout(params.provider, body.logout_token, originOf(req));
      res.status(204).end();
    }),
  );
  return router;
}
