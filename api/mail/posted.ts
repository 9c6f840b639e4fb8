import { Router } from 'express';
import { recordPosted } from '../../db/mail/record-posted.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, callerOf } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { validated } from '../http/validated.js';
import { type ReportTimes, timeOfReport } from '../reports/time-of-report.js';
import { mailObject } from './mail-object.js';
import { type MailPosting, postMail } from './posted-schemas.js';
import type { MailView } from './schemas.js';

/** Mails of the caller's organization that go by post. */
export class PostedMails {
  constructor(private readonly uses: ReportTimes) {}

  /** 404 if the organization has no such mail; 409 if it goes, or went, another way. */
  async record(caller: Caller, mailId: string, posting: MailPosting): Promise<MailView> {
    const now = await timeOfReport(this.uses, caller, undefined);
    const { postedOn, carrier, address } = posting;
    if (postedOn > now.today)
      throw new BadRequest([{ field: 'postedOn', detail: `must not be later than today, ${now.today}` }]);
    const { organizationId } = caller;
    const asked = { organizationId, mailId, postedOn, carrier, address, recordedBy: authorOf(caller), now };
    const mail = await recordPosted(this.uses.db, { ...auditOf(caller), ...asked });
    if (mail === undefined) throw new NotFound('mail', mailId);
    if (!('state' in mail)) {
      const { reason: detail, field } = mail;
      throw new Conflict(detail, { errors: field === undefined ? [] : [{ field, detail }] });
    }
    return mailObject(mail);
  }
}

export function postedMailRoutes({ posted }: { posted: PostedMails }): Router {
  const router = Router();
  router.post(
    postMail.path,
    validated(postMail, ({ params, body }, req) => posted.record(callerOf(req), params.mailId, body)),
  );
  return router;
}
