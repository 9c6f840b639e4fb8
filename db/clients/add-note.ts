import type { Author } from '../../domain/ground/author.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import { clientTime } from '../clock.js';
import type { Database } from '../database.js';
import { ClientNote } from '../models/client-note.js';
import { lockClient } from './write-client.js';

export interface NoteToAdd extends Who {
  /** If an earlier attempt may have added it. */
  id: string;
  organizationId: string;
  clientId: string;
  text: string;
  /** Ids of people. */
  mentions: readonly string[];
  createdBy: Author;
  /** The most notes of a client. */
  most: number;
  now: () => Date;
}

/** Adds a note to a client of the organization, at the client's time. */
export async function addClientNote(
  db: Database,
  asked: NoteToAdd,
): Promise<ClientNote | 'UNKNOWN' | 'TOO_MANY'> {
  const { by, origin, most, now, ...note } = asked;
  const { id, organizationId, clientId } = note;
  return db.transaction(async (trx) => {
    const client = await lockClient(trx, organizationId, clientId);
    if (client === undefined) return 'UNKNOWN';
    const known = await ClientNote.query(trx).findById(id);
    if (known !== undefined) return known;
    if ((await ClientNote.query(trx).where('client_id', clientId).resultSize()) >= most) return 'TOO_MANY';
    const createdAt = await clientTime(trx, now, client.clockId);
    await recordAudit(trx, { by, origin, action: 'CLIENT_NOTED', organizationId, targetId: clientId });
    return ClientNote.query(trx)
      .insert({ ...note, mentions: [...note.mentions], createdAt })
      .returning('*');
  });
}
