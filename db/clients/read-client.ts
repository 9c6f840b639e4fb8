import type { Database } from '../database.js';
import { prepared } from '../models/base.js';
import { Client, clientWithVersion } from '../models/client.js';
import { ClientAnswerVersion } from '../models/client-answer-version.js';

/** The client with its latest answers (spec 4.2); `undefined` if the organization has no such client. */
export async function readClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<Client | undefined> {
  return clientOf(db, organizationId, clientId).modify(prepared, 'client');
}

/**
 * The current profile with the answers that were valid at `instant`, text that PostgreSQL reads as a
 * `timestamptz` (spec 4.2: only `clientData` is as of that time). `undefined` also if the client did not
 * exist yet.
 */
export async function readClientAsOf(
  db: Database,
  organizationId: string,
  clientId: string,
  instant: string,
): Promise<Client | undefined> {
  // PostgreSQL compares: a Date has no microseconds and no infinity.
  const current = await clientOf(db, organizationId, clientId).where('answers_valid_from', '<=', instant);
  if (current !== undefined) return current;
  const client = await clientOf(db, organizationId, clientId);
  if (client === undefined) return undefined;
  // Versions have no gaps between them, so the last one that begins by then was valid.
  const earlier = await ClientAnswerVersion.query(db)
    .where('client_id', clientId)
    .where('valid_from', '<=', instant)
    .orderBy('valid_from', 'desc')
    .first();
  return earlier && client.$set({ answers: earlier.answers });
}

const clientOf = (db: Database, organizationId: string, clientId: string) =>
  Client.query(db).findById(clientId).modify('visibleTo', organizationId).select(clientWithVersion);
