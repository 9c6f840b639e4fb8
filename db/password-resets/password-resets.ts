import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { nameOfPerson } from '../identity/people.js';
import { hashSecret } from '../identity/secrets.js';
import { queueMail } from '../mail/queue-mail.js';
import { PasswordReset } from '../models/password-reset.js';
import type { Person } from '../models/person.js';

export interface PasswordLink {
  token: string;
  /** With the token. */
  link: string;
  mailId: string;
  expiresAt: Date;
}

/** Keeps the hash of a link's token, and queues the mail with the link. */
export async function sendPasswordLink(
  db: Database,
  person: Person,
  { token, link, mailId, expiresAt }: PasswordLink,
  { now, ...who }: Who & { now: BusinessTime },
): Promise<void> {
  const { id: personId, organizationId, organization, tokenGeneration } = person;
  await db.transaction(async (trx) => {
    const secretSha256 = hashSecret(token);
    await PasswordReset.query(trx).insert({ secretSha256, personId, tokenGeneration, expiresAt });
    const values = {
      insuredName: nameOfPerson(person),
      organizationName: organization?.name ?? '',
      link,
    };
    await queueMail(trx, { id: mailId, organizationId, purpose: 'PASSWORD_RESET', personId, values, now });
    const target = { organizationId, targetId: personId };
    await recordAudit(trx, { ...who, ...target, action: 'PASSWORD_RESET_REQUESTED', details: { mailId } });
  });
}

/** The person of a link that still counts, unless disabled. */
export async function personOfLink(
  db: Knex,
  { token, now }: { token: string; now: Date },
): Promise<Person | undefined> {
  const found = await PasswordReset.query(db)
    .findById(hashSecret(token))
    .withGraphJoined('person')
    .where('password_resets.expires_at', '>', now)
    .whereNull('person.disabled_at')
    .whereRaw('person.token_generation = password_resets.token_generation');
  return found?.person;
}

/** Takes a link, which counts once. False if it has counted. */
export async function takePasswordLink(trx: Knex, token: string): Promise<boolean> {
  return (await PasswordReset.query(trx).deleteById(hashSecret(token))) > 0;
}

/** Deletes links that nobody followed. */
export async function deleteExpiredPasswordLinks(db: Database, now: Date): Promise<void> {
  await PasswordReset.query(db).delete().where('expires_at', '<=', now);
}
