import type { Knex } from 'knex';
import { raw } from 'objection';
import type { MailState } from '../../domain/mail/mail-states.js';
import type { MailPurpose } from '../../domain/mail/purposes.js';
import { Mail } from '../models/mail.js';

export interface MailFilters {
  clientId?: string | undefined;
  policyId?: string | undefined;
  quoteId?: string | undefined;
  /** Those that it was attached to. */
  documentId?: string | undefined;
  state?: MailState | undefined;
  purpose?: MailPurpose | undefined;
}

/** The last mail that was read of a list. */
export interface MailPlace {
  createdAt: string;
  id: string;
}

/** The mails of an organization, the newest first, from a place on. Those under test clocks are in it. */
export async function listMails(
  db: Knex,
  organizationId: string,
  { clientId, policyId, quoteId, documentId, state, purpose }: MailFilters,
  { after, limit }: { after?: MailPlace | undefined; limit: number },
): Promise<Mail[]> {
  const mails = Mail.query(db).modify('visibleTo', organizationId);
  if (clientId !== undefined) mails.where('client_id', clientId);
  if (policyId !== undefined) mails.where('policy_id', policyId);
  if (quoteId !== undefined) mails.where('quote_id', quoteId);
  if (documentId !== undefined) mails.whereRaw('document_ids @> array[?::uuid]', [documentId]);
  if (state !== undefined) mails.where('state', state);
  if (purpose !== undefined) mails.where('purpose', purpose);
  if (after !== undefined)
    mails.where(raw('(created_at, id) < (?::timestamptz, ?::uuid)', [after.createdAt, after.id]));
  return mails
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
}

/** A mail of an organization; undefined if it has none with the id. */
export async function findMail(db: Knex, organizationId: string, mailId: string): Promise<Mail | undefined> {
  return Mail.query(db).findById(mailId).modify('visibleTo', organizationId);
}

/** Mails of an organization by their ids; in no order. */
export async function mailsById(db: Knex, organizationId: string, ids: readonly string[]): Promise<Mail[]> {
  return Mail.query(db)
    .findByIds([...ids])
    .modify('visibleTo', organizationId);
}
