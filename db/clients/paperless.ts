import type { Knex } from 'knex';
import { raw } from 'objection';
import type { Author } from '../../domain/ground/author.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { causedBy } from '../identity/caused-by.js';
import { Client } from '../models/client.js';
import { PaperlessConsent } from '../models/paperless-consent.js';

/** Of a query of clients, as `language`: the one in which a client is written to, that of its consent before its own. */
export const languageOfClient = raw(
  'coalesce((select p.language from paperless_consents p where p.client_id = clients.id order by p.seq desc limit 1), clients.language)',
).as('language');

export type PaperlessWishes = Pick<PaperlessConsent, 'consents' | 'address' | 'language' | 'source'>;

export interface WishesToRecord extends Who {
  /** If an earlier attempt may have recorded it. */
  id: string;
  organizationId: string;
  clientId: string;
  wishes: PaperlessWishes;
  recordedBy: Author;
  /** System time. */
  now: Date;
}

/**
 * Records what a client says of paperless delivery. The same again changes nothing. False: the organization has no such
 * client.
 */
export async function recordPaperless(db: Database, asked: WishesToRecord): Promise<boolean> {
  const { id, organizationId, clientId, wishes, recordedBy, now, by, origin } = asked;
  return db.transaction(async (trx) => {
    const client = await Client.query(trx)
      .findById(clientId)
      .modify('visibleTo', organizationId)
      .select('id')
      .forUpdate();
    if (client === undefined) return false;
    const last = await readPaperless(trx, clientId);
    if (last !== undefined && isSame(last, wishes)) return true;
    await causedBy(trx, { createdBy: recordedBy });
    await PaperlessConsent.query(trx).insert({ ...wishes, id, clientId, recordedBy, recordedAt: now });
    // Who follows the feed of changes reads the client again.
    await Client.query(trx).findById(clientId).patch({ updatedAt: now });
    const action = wishes.consents ? 'PAPERLESS_CONSENTED' : 'PAPERLESS_WITHDRAWN';
    const details = { source: wishes.source };
    await recordAudit(trx, { by, origin, action, organizationId, targetId: clientId, details });
    return true;
  });
}

/** What a client said last; undefined if it never said anything. */
export async function readPaperless(db: Knex, clientId: string): Promise<PaperlessConsent | undefined> {
  return PaperlessConsent.query(db).where({ client_id: clientId }).orderBy('seq', 'desc').first();
}

/** The latest first, up to a number; undefined if the organization has no such client. */
export async function readPaperlessHistory(
  db: Knex,
  organizationId: string,
  clientId: string,
  most: number,
): Promise<PaperlessConsent[] | undefined> {
  const client = await Client.query(db).findById(clientId).modify('visibleTo', organizationId).select('id');
  if (client === undefined) return undefined;
  return PaperlessConsent.query(db).where({ client_id: clientId }).orderBy('seq', 'desc').limit(most);
}

const isSame = (last: PaperlessWishes, { consents, address, language, source }: PaperlessWishes): boolean =>
  last.consents === consents &&
  last.address === address &&
  last.language === language &&
  last.source === source;
