import type { Objection } from '../../domain/ground/objection.js';
import { whyNotResend } from '../../domain/mail/resend.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import { Mail } from '../models/mail.js';
import { settleMail } from './tell-person.js';

export interface MailToChange extends Who {
  organizationId: string;
  mailId: string;
  now: Date;
}

/**
 * Queues a mail again: the same text under the same `Message-ID`, to the same address or another one. An objection if it
 * cannot be; undefined: the organization has none with the id.
 */
export async function resendMail(
  db: Database,
  { to, ...asked }: MailToChange & { to: string | undefined },
): Promise<Mail | Objection | undefined> {
  return changeMail(db, asked, 'MAIL_RESENT', async (mail, trx) => {
    const client =
      mail.clientId === null ? undefined : await Client.query(trx).findById(mail.clientId).forKeyShare();
    const toAddress = to ?? mail.toAddress;
    const reason = whyNotResend({ ...mail, toAddress, isErased: Boolean(client?.erasedAt) });
    if (reason !== undefined) return { reason };
    await settleMail(trx, mail.id, 'the mail was sent again', asked.now);
    return {
      state: 'WAITING',
      reason: null,
      toAddress,
      claim: null,
      handedOverAt: null,
      attempts: 0,
      resends: mail.resends + 1,
      sendingSince: asked.now,
      resentAt: asked.now,
      nextAttemptAt: asked.now,
      lastError: null,
    };
  });
}

/** Stops a mail that waits, or that was to be posted. Safe to repeat. */
export async function cancelMail(db: Database, asked: MailToChange): Promise<Mail | Objection | undefined> {
  return changeMail(db, asked, 'MAIL_CANCELED', async ({ state }) => {
    if (state === 'CANCELED') return {};
    if (state !== 'WAITING' && state !== 'TO_PRINT')
      return { reason: `the mail does not wait: it is ${state}` };
    return { state: 'CANCELED', nextAttemptAt: null };
  });
}

/** Changes a mail, and records it in the audit log. Without changes it stays as it is. */
async function changeMail(
  db: Database,
  { organizationId, mailId, by, origin }: MailToChange,
  action: AuditedAction,
  changesOf: (mail: Mail, trx: Database) => Promise<Partial<Mail> | Objection>,
): Promise<Mail | Objection | undefined> {
  return db.transaction(async (trx) => {
    const mail = await Mail.query(trx).findById(mailId).modify('visibleTo', organizationId).forUpdate();
    if (mail === undefined) return undefined;
    const changes = await changesOf(mail, trx);
    if (!('state' in changes)) return 'reason' in changes ? (changes as Objection) : mail;
    const changed = await mail.$query(trx).patchAndFetch(changes);
    const details = { purpose: mail.purpose, before: mail.state };
    await recordAudit(trx, { by, origin, action, organizationId, targetId: mailId, details });
    return changed;
  });
}
