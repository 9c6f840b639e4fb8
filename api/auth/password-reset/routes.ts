import { Router } from 'express';
import { originOf } from '../../http/origin.js';
import { validated } from '../../http/validated.js';
import type { PasswordResets } from './password-resets.js';
import { requestPasswordReset, resetPassword } from './schemas.js';

/** A new password by a mailed link: an extension of the interface. */
export function passwordResetRoutes({ passwordResets }: { passwordResets: PasswordResets }): Router {
  const router = Router();
  router.post(
    requestPasswordReset.path,
    validated(requestPasswordReset, async ({ body }, req, res) => {
      await passwordResets.request(body.userId, originOf(req));
      res.status(202).end();
    }),
  );
  router.post(
    resetPassword.path,
    validated(resetPassword, async ({ body }, req, res) => {
      await passwordResets.reset(body, originOf(req));
      res.status(204).end();
    }),
  );
  return router;
}
