import type { DeliveryReport } from '../../domain/mail/delivery-report.js';
import type { MailState } from '../../domain/mail/mail-states.js';
import type { Database } from '../database.js';
import { Mail, type MailReport } from '../models/mail.js';
import { settleMail, tellBounced } from './tell-person.js';

/** So many are kept of a mail. */
const mostReports = 20;

export interface ReportToRecord extends DeliveryReport {
  organizationId: string;
  /** When it was, as far as is known. */
  at: Date;
  now: Date;
}

/** Records what was reported of a mail of an organization. Undefined: it has no such mail. Safe to repeat. */
export async function recordReport(db: Database, report: ReportToRecord): Promise<Mail | undefined> {
  return db.transaction(async (trx) => {
    const mail = await findReported(trx, report);
    if (mail === undefined) return undefined;
    const { kind, reason, now } = report;
    if (mail.reports.some((known) => known.kind === kind && known.reason === reason)) return mail;
    const changes = wasSent.includes(mail.state) ? changesBy(report, mail) : {};
    const changed = await mail.$query(trx).patchAndFetch({ ...changes, reports: withReport(mail, report) });
    if (changes.deliveredAt) await settleMail(trx, mail.id, 'the mail was delivered', now);
    if (changes.state === kind) await tellBounced(trx, changed, { reason, at: now });
    return changed;
  });
}

const wasSent: readonly MailState[] = ['SENT', 'UNCONFIRMED', 'BOUNCED', 'COMPLAINED'];

function withReport({ reports }: Mail, { kind, reason, at }: ReportToRecord): MailReport[] {
  return [{ kind, reason, time: at.toISOString() }, ...reports].slice(0, mostReports);
}

/** What a report changes of a mail that was sent, or may have been. */
function changesBy({ kind, at, isPermanent, now }: ReportToRecord, mail: Mail): Partial<Mail> {
  switch (kind) {
    case 'DELAYED':
      return {};
    case 'DELIVERED':
      return {
        deliveredAt: mail.deliveredAt ?? at,
        ...(mail.state === 'UNCONFIRMED' && { state: 'SENT', sentAt: at, claim: null }),
      };
    case 'BOUNCED':
    case 'COMPLAINED':
      return { state: kind, ...((isPermanent || kind === 'COMPLAINED') && { bouncedAt: now }) };
  }
}

const ownId = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** By its `Message-ID`, which its own id is part of, or by the id of its envelope. */
async function findReported(
  trx: Database,
  { organizationId, messageId, envelopeId }: ReportToRecord,
): Promise<Mail | undefined> {
  const id = ownId.exec(messageId ?? '')?.[1];
  if (id === undefined && !uuid.test(envelopeId ?? '')) return undefined;
  const found = Mail.query(trx)
    .findById(id ?? envelopeId ?? '')
    .modify('visibleTo', organizationId)
    .whereNotNull('message_id')
    .forUpdate();
  return id === undefined ? found : found.where('message_id', messageId ?? '');
}
