import type { ClientWithData } from '../../domain/client/client.js';
import type { Database } from '../database.js';
import { seenBy } from '../models/visibility.js';

/** A client for the interface, its answers still JSON text: reads send them without parsing. */
export type StoredClient = Omit<ClientWithData, 'clientData'> & { clientData: string };

const columns = `c.id as "clientId", c.name as "clientName", c.type as "clientType", c.location_code as "locationCode"`;

const current = `select ${columns}, c.answers::text as "clientData"
  from clients c where c.id = ? and ${seenBy('clients', 'c')}`;

// Versions have no gaps between them, so the last one that begins by then was valid. The history is read only
// if the current answers are younger.
const asOf = `select ${columns}, version.answers::text as "clientData"
  from clients c
  cross join lateral (
    select c.answers where c.answers_valid_from <= ?::timestamptz
    union all
    (select h.answers from client_answer_history h
      where h.client_id = c.id and h.valid_from <= ?::timestamptz and c.answers_valid_from > ?::timestamptz
      order by h.valid_from desc limit 1)
  ) version
  where c.id = ? and ${seenBy('clients', 'c')}`;

/** The client with its latest answers; `undefined` if the organization has no such client. */
export async function readClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<StoredClient | undefined> {
  return first(db, 'client_current', current, [clientId, organizationId]);
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
): Promise<StoredClient | undefined> {
  return first(db, 'client_as_of', asOf, [instant, instant, instant, clientId, organizationId]);
}

/** Named, so that each connection plans the statement once. */
async function first(
  db: Database,
  name: string,
  sql: string,
  bindings: readonly string[],
): Promise<StoredClient | undefined> {
  const { rows } = await db.raw<{ rows: StoredClient[] }>(sql, bindings).options({ name });
  return rows[0];
}
