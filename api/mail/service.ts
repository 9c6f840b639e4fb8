import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { cancelMail, resendMail } from '../../db/mail/change-mail.js';
import { queueMail } from '../../db/mail/queue-mail.js';
import { findMail, listMails, type MailPlace } from '../../db/mail/read-mails.js';
import { recordReport } from '../../db/mail/record-report.js';
import { Document } from '../../db/models/document.js';
import { Mail } from '../../db/models/mail.js';
import { recordNouns, seenRecord } from '../../db/subjects/seen-record.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { Objection } from '../../domain/ground/objection.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { type DeliveryReport, deliveryReportIn } from '../../domain/mail/delivery-report.js';
import { BadRequest, Conflict, NotFound, refuseFields } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { cursorParts, cursorText } from '../http/opaque-cursor.js';
import { auditOf, authorOf } from '../http/person.js';
import type { MailQueues } from '../runs/mail-queues.js';
import { mailObject, mailWithText } from './mail-object.js';
import type { MailQuery, MailReports, MailToSend, MailView, MailWithText } from './schemas.js';

export interface MailsDependencies {
  db: Database;
  queues: Pick<MailQueues, 'wakeSoon'>;
  /** System time. */
  now: () => Date;
}

/** The mails of the caller's organization. */
export class Mails {
  constructor(private readonly uses: MailsDependencies) {}

  async list(caller: Caller, { size, cursor, ...filters }: MailQuery) {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const limit = size + 1;
    const mails = await listMails(this.uses.db, caller.organizationId, filters, { after, limit });
    const last = mails.length > size ? mails[size - 1] : undefined;
    return {
      content: mails.slice(0, size).map(mailObject),
      ...(last && { nextCursor: cursorText([last.createdAt.toISOString(), last.id]) }),
    };
  }

  async read({ organizationId }: Caller, mailId: string): Promise<MailWithText> {
    const mail = await findMail(this.uses.db, organizationId, mailId);
    if (mail === undefined) throw new NotFound('mail', mailId);
    return mailWithText(mail);
  }

  /** @param id of the mail, if an earlier attempt may have queued it. */
  async send(caller: Caller, sent: MailToSend, id: string = randomUUID()): Promise<MailView> {
    const { db, queues, now } = this.uses;
    const { organizationId } = caller;
    const { clientId, quoteId, policyId, purpose, to, subject, text, documentIds } = sent;
    await this.#check(organizationId, sent);
    const mail = await db.transaction(async (trx) => {
      const at = new BusinessTime(now());
      const queued = await queueMail(trx, {
        id,
        organizationId,
        purpose,
        clientId,
        quoteId,
        policyId,
        documentIds,
        to,
        values: { subject, text },
        createdBy: authorOf(caller),
        now: at,
      });
      const entry = { action: 'MAIL_WRITTEN', organizationId, targetId: id, details: { purpose } } as const;
      await recordAudit(trx, { ...auditOf(caller), ...entry });
      return queued;
    });
    await queues.wakeSoon(organizationId);
    return mailObject(mail);
  }

  /** 404 for what the organization does not see. */
  async #check(
    organizationId: string,
    { clientId, quoteId, policyId, documentIds }: MailToSend,
  ): Promise<void> {
    const { db } = this.uses;
    const named = [
      ['clientId', clientId],
      ['quoteId', quoteId],
      ['policyId', policyId],
    ] as const;
    for (const [kind, id] of named) {
      if (id === undefined) continue;
      const seen = await seenRecord(db, organizationId, { kind, id });
      if (seen === undefined) throw new NotFound(recordNouns[kind], id, { field: kind });
    }
    const documents = await Document.query(db)
      .findByIds([...documentIds])
      .modify('visibleTo', organizationId)
      .select('id');
    const found = new Set(documents.map(({ id }) => id));
    documentIds.forEach((id, index) => {
      if (!found.has(id)) throw new NotFound('document', id, { field: `documentIds.${index}` });
    });
  }

  async resend(caller: Caller, mailId: string, to: string | undefined): Promise<MailView> {
    const { db, queues } = this.uses;
    const mail = changed(mailId, await resendMail(db, { ...this.#asked(caller, mailId), to }));
    await queues.wakeSoon(caller.organizationId);
    return mail;
  }

  async cancel(caller: Caller, mailId: string): Promise<MailView> {
    return changed(mailId, await cancelMail(this.uses.db, this.#asked(caller, mailId)));
  }

  /**
   * Records reports one after the other: each counts, whatever becomes of the others. Throws (404) for a message about an
   * unknown mail, so that who passes it on learns of it.
   */
  async report({ organizationId }: Caller, sent: MailReports): Promise<{ mails: (MailView | null)[] }> {
    const { db, now } = this.uses;
    const mails: (MailView | null)[] = [];
    for (const { time, ...report } of reportsIn(sent, now())) {
      const at = time === undefined ? now() : new Date(time);
      const mail = await recordReport(db, { ...report, organizationId, at, now: now() });
      if (mail === undefined && sent.message !== undefined)
        throw new NotFound('mail', report.messageId ?? report.envelopeId ?? '', { field: 'message' });
      mails.push(mail === undefined ? null : mailObject(mail));
    }
    return { mails };
  }

  #asked(caller: Caller, mailId: string) {
    return { ...auditOf(caller), organizationId: caller.organizationId, mailId, now: this.uses.now() };
  }
}

function changed(mailId: string, mail: Mail | Objection | undefined): MailView {
  if (mail === undefined) throw new NotFound('mail', mailId);
  if (mail instanceof Mail) return mailObject(mail);
  throw new Conflict(mail.reason);
}

/** Clocks of others may be ahead of ours. */
const mostAheadMs = 5 * 60_000;

/** 400 if a time is in the future. */
function reportsIn(
  { reports, message = '' }: MailReports,
  now: Date,
): (DeliveryReport & { time?: string | undefined })[] {
  if (reports !== undefined) {
    const errors = reports.flatMap(({ time }, index) =>
      time !== undefined && Date.parse(time) > now.getTime() + mostAheadMs
        ? [{ field: `reports.${index}.time`, detail: 'must not be in the future' }]
        : [],
    );
    refuseFields(errors);
    return reports.map((report) => ({ ...report, envelopeId: undefined }));
  }
  const report = deliveryReportIn(message);
  if (report !== undefined) return [report];
  const detail = 'has no delivery status (RFC 3464) and no complaint (RFC 5965)';
  throw new BadRequest([{ field: 'message', detail }]);
}

const place = z.tuple([instant, uuid]);

function placeOf(cursor: string): MailPlace {
  const parsed = place.safeParse(cursorParts(cursor));
  if (parsed.success) return { createdAt: parsed.data[0], id: parsed.data[1] };
  const detail = 'is no cursor of this list: take nextCursor as it was answered';
  throw new BadRequest([{ field: 'cursor', in: 'query', detail }]);
}
