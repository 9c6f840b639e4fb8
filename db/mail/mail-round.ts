import type { Knex } from 'knex';
import { raw } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import type { NotSentReason } from '../../domain/mail/mail-states.js';
import { secretPurposes } from '../../domain/mail/purposes.js';
import type { Database } from '../database.js';
import { Mail, type MailAttachment } from '../models/mail.js';
import { recordDelivery } from './record-delivery.js';
import { settleMail } from './tell-person.js';

/** A round of an organization's queue; mails that are sent are claimed by it. */
export interface MailClaim {
  organizationId: string;
  claim: string;
}

const ofQueue = (db: Knex, organizationId: string) => Mail.query(db).modify('visibleTo', organizationId);

/** Values are for the text; a secret is kept no longer than it is needed. */
export const withoutSecrets = raw(`case when purpose = any (?) then '{}' else "values" end`, [
  [...secretPurposes],
]);

/**
 * Frees what an earlier round did not end, since its worker died. What was not handed over waits again. Returns the mails
 * of which nobody knows whether the server has them: they become `UNCONFIRMED`.
 */
export async function freeLostMails(
  trx: Knex,
  { organizationId, claim }: MailClaim,
  now: Date,
): Promise<Mail[]> {
  const lost = () => ofQueue(trx, organizationId).where('state', 'SENDING').where('claim', '<>', claim);
  await lost().whereNull('handed_over_at').patch({ state: 'WAITING', nextAttemptAt: now, claim: null });
  return lost()
    .patch({ state: 'UNCONFIRMED', lastError: 'the worker stopped before the server answered' })
    .returning('*');
}

/** Ends all waiting mails of a queue that are not sent, with the reason; those under a test clock only, if so asked. */
export async function endUnsent(
  db: Knex,
  organizationId: string,
  { reason, onClocksOnly = false }: { reason: NotSentReason; onClocksOnly?: boolean },
): Promise<void> {
  const waiting = ofQueue(db, organizationId).where('state', 'WAITING');
  if (onClocksOnly) waiting.whereNotNull('clock_id');
  await waiting.patch({ state: 'NOT_SENT', reason, nextAttemptAt: null, values: withoutSecrets });
}

/** How many mails of a queue are due, up to a number. */
export async function countDue(
  db: Database,
  organizationId: string,
  now: Date,
  most: number,
): Promise<number> {
  const due = await ofQueue(db, organizationId)
    .where('state', 'WAITING')
    .where('next_attempt_at', '<=', now)
    .select('id')
    .limit(most);
  return due.length;
}

/** The time of the next attempt of a queue; undefined if nothing waits. */
export async function nextMailAt(db: Database, organizationId: string): Promise<Date | undefined> {
  const first = await ofQueue(db, organizationId)
    .where('state', 'WAITING')
    .orderBy(['next_attempt_at', 'id'])
    .select('next_attempt_at')
    .first();
  return first?.nextAttemptAt ?? undefined;
}

/** Takes the next mail that is due, so that no other round sends it. Its `Message-ID` is the same in every attempt. */
export async function claimMail(
  db: Database,
  { organizationId, claim }: MailClaim,
  { domain, now }: { domain: string; now: Date },
): Promise<Mail | undefined> {
  const next = ofQueue(db, organizationId)
    .where('state', 'WAITING')
    .where('next_attempt_at', '<=', now)
    .orderBy(['next_attempt_at', 'id'])
    .select('id')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const [mail] = await Mail.query(db)
    .where('id', next)
    .patch({
      state: 'SENDING',
      claim,
      attempts: raw('attempts + 1'),
      nextAttemptAt: null,
      handedOverAt: null,
      messageId: raw(`coalesce(message_id, '<' || id || '@' || ?::text || '>')`, [domain]),
    })
    .returning('*');
  return mail;
}

const claimed = (db: Knex, { id, claim }: Mail) =>
  Mail.query(db).where({ id, claim, state: 'SENDING' }).whereNotNull('to_address');

/** Keeps what a mail says, which every attempt sends. False: it is this round's no more. */
export async function keepText(
  db: Database,
  mail: Mail,
  text: {
    subject: string;
    text: string | null;
    contentSha256: string;
    attachments: MailAttachment[];
    values: JsonObject;
  },
): Promise<boolean> {
  return (await claimed(db, mail).patch(text)) === 1;
}

/**
 * Notes that the server gets the end of the message. False: another round has the mail, or its client was erased, and it
 * must not be sent.
 */
export async function handOver(db: Database, mail: Mail, now: Date): Promise<boolean> {
  return (await claimed(db, mail).patch({ handedOverAt: now })) === 1;
}

/** How an attempt ended. */
export type AttemptEnd = Partial<
  Pick<Mail, 'state' | 'reason' | 'serverAnswer' | 'lastError' | 'sentAt' | 'nextAttemptAt'>
>;

/** Records how an attempt ended. False: the mail is this round's no more. */
export async function endAttempt(trx: Knex, { id, claim }: Mail, end: AttemptEnd): Promise<boolean> {
  const ended = await Mail.query(trx)
    .where({ id, claim, state: 'SENDING' })
    .patch({
      ...end,
      // A round that was taken for dead may still learn what the server said.
      ...(end.state !== 'UNCONFIRMED' && { claim: null }),
      ...(end.state !== 'WAITING' && { values: withoutSecrets }),
    });
  return ended === 1;
}

/** Records that a mail was sent; also where another round has given it up as unconfirmed meanwhile. */
export async function confirmMail(
  db: Database,
  mail: Mail,
  sent: { serverAnswer: string; sentAt: Date },
): Promise<void> {
  const end = { ...sent, state: 'SENT', lastError: null } as const;
  await db.transaction(async (trx) => {
    const delivery = { by: 'MAIL', at: sent.sentAt, address: mail.toAddress ?? '' } as const;
    if (await endAttempt(trx, mail, end)) return recordDelivery(trx, mail, delivery);
    const { id, claim } = mail;
    const confirmed = await Mail.query(trx)
      .where({ id, claim, state: 'UNCONFIRMED' })
      .patch({ ...end, claim: null });
    if (confirmed !== 1) return;
    await recordDelivery(trx, mail, delivery);
    await settleMail(trx, id, 'the mail was sent', sent.sentAt);
  });
}

/** Gives back a mail for which no connection was there. */
export async function putBack(db: Database, { id, claim }: Mail, now: Date): Promise<void> {
  await Mail.query(db)
    .where({ id, claim, state: 'SENDING' })
    .patch({ state: 'WAITING', claim: null, nextAttemptAt: now, attempts: raw('attempts - 1') });
}
