import type { Author } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { Objection } from '../../domain/ground/objection.js';
import { whyNotPost } from '../../domain/mail/posted.js';
import { addressOf } from '../../domain/policy/notice-record.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import { Mail } from '../models/mail.js';
import { closeTasks } from '../tasks/close-tasks.js';
import { recordDelivery } from './record-delivery.js';
import { writeLetter } from './write-letter.js';

export interface PostedMail extends Who {
  organizationId: string;
  mailId: string;
  /** The day on which it was posted. */
  postedOn: string;
  carrier: string;
  /** By default the client's postal address. */
  address: string | undefined;
  recordedBy: Author;
  now: BusinessTime;
}

/**
 * Records that a mail was printed and posted: the proof of mailing. Safe to repeat. An objection if it went out otherwise;
 * undefined: the organization has none with the id.
 */
export async function recordPosted(
  db: Database,
  { organizationId, mailId, postedOn, carrier, recordedBy, now, by, origin, ...given }: PostedMail,
): Promise<Mail | Objection | undefined> {
  return db.transaction(async (trx) => {
    const mail = await Mail.query(trx).findById(mailId).modify('visibleTo', organizationId).forUpdate();
    if (mail === undefined) return undefined;
    const isSame = mail.postedOn === postedOn && mail.carrier === carrier;
    if (mail.state === 'POSTED' && isSame && (given.address ?? mail.postedTo) === mail.postedTo) return mail;
    const client =
      mail.clientId === null ? undefined : await Client.query(trx).findById(mail.clientId).forKeyShare();
    const address = given.address ?? (client ? addressOf(client.answers) : null);
    const isErased = Boolean(client?.erasedAt);
    const objection = whyNotPost({ ...mail, isErased, address, madeOn: now.dayOf(mail.createdAt), postedOn });
    if (objection !== undefined) return objection;
    const posted = await mail.$query(trx).patchAndFetch({
      ...(await writeLetter(trx, mail)),
      state: 'POSTED',
      reason: null,
      postedOn,
      carrier,
      postedTo: address,
      postingRecordedAt: now.systemTime,
      postingRecordedBy: recordedBy,
    });
    const delivery = { by: 'POST', at: now.systemTime, createdBy: recordedBy, postedOn, carrier } as const;
    await recordDelivery(trx, posted, { ...delivery, address: String(address) });
    await closeTasks(trx, { waitsFor: `mail/${mailId}`, reason: 'the mail was posted', now });
    const details = { purpose: mail.purpose, before: mail.state, postedOn, carrier };
    await recordAudit(trx, { by, origin, action: 'MAIL_POSTED', organizationId, targetId: mailId, details });
    return posted;
  });
}
