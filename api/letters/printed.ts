import { Router } from 'express';
import { recordPrinted } from '../../db/mail/record-printed.js';
import type { Mail } from '../../db/models/mail.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, callerOf } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { validated } from '../http/validated.js';
import { type ReportTimes, timeOfReport } from '../reports/time-of-report.js';
import { type PrintedMailRequest, type PrintedMailView, postPrinted } from './printed-schemas.js';

/** Mails of the caller's organization that go by post. */
export class PrintedMails {
  constructor(private readonly uses: ReportTimes) {}

  /** 404 if the organization has no such mail; 409 if it goes, or went, another way. */
  async record(caller: Caller, mailId: string, printed: PrintedMailRequest): Promise<PrintedMailView> {
    const now = await timeOfReport(this.uses, caller, undefined);
    const { postedOn, sentBy, address } = printed;
    if (postedOn > now.today)
      throw new BadRequest([{ field: 'postedOn', detail: `must not be later than today, ${now.today}` }]);
    const { organizationId } = caller;
    const asked = { organizationId, mailId, postedOn, sentBy, address, printedBy: authorOf(caller), now };
    const mail = await recordPrinted(this.uses.db, { ...auditOf(caller), ...asked });
    if (mail === undefined) throw new NotFound('mail', mailId);
    if (!('state' in mail)) {
      const { reason: detail, field } = mail;
      throw new Conflict(detail, { errors: field === undefined ? [] : [{ field, detail }] });
    }
    return printedObject(mail);
  }
}

function printedObject({ id, postedOn, postedBy, postedTo, printedAt, printedBy }: Mail): PrintedMailView {
  return {
    mailId: id,
    state: 'POSTED',
    postedOn: postedOn ?? '',
    sentBy: postedBy ?? '',
    address: postedTo,
    printedTimestamp: printedAt?.toISOString() ?? '',
    printedBy: { ...printedBy },
  };
}

export function printedMailRoutes({ printed }: { printed: PrintedMails }): Router {
  const router = Router();
  router.post(
    postPrinted.path,
    validated(postPrinted, ({ params, body }, req) => printed.record(callerOf(req), params.mailId, body)),
  );
  return router;
}
