import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { cancelMail, getMail, listMails, reportMail, resendMail, sendMail } from './schemas.js';
import type { Mails } from './service.js';

/** Mails, an extension: what is sent to clients and people. */
export function mailRoutes({ mails }: { mails: Mails }): Router {
  const router = Router();
  router.get(
    listMails.path,
    validated(listMails, ({ query }, req) => mails.list(callerOf(req), query)),
  );
  router.post(
    sendMail.path,
    validated(sendMail, async ({ body }, req, res) => {
      const mail = await mails.send(callerOf(req), body, req.operationId);
      res.status(201);
      return mail;
    }),
  );
  router.post(
    reportMail.path,
    validated(reportMail, ({ body }, req) => mails.report(callerOf(req), body)),
  );
  router.get(
    getMail.path,
    validated(getMail, ({ params }, req) => mails.read(callerOf(req), params.mailId)),
  );
  router.post(
    resendMail.path,
    validated(resendMail, ({ params, body }, req) => mails.resend(callerOf(req), params.mailId, body.to)),
  );
  router.post(
    cancelMail.path,
    validated(cancelMail, ({ params }, req) => mails.cancel(callerOf(req), params.mailId)),
  );
  return router;
}
