import type { Database } from '../database.js';
import { json, objectText, orNull, plain, text } from '../json-text.js';
import { clientVersion } from '../models/client.js';
import { seenBy } from '../models/visibility.js';
import { readRow, type TextStatement } from '../text-statement.js';

/** A client as an organization reads it. */
export interface ReadClient {
  /** JSON text. */
  text: string;
  /** As {@link clientVersion}; answers as of a time change only with it. */
  version: string;
}

const textWith = (answers: string) =>
  objectText([
    plain('clientId', 'c.id'),
    orNull(text('clientName', 'c.name')),
    plain('clientType', 'c.type'),
    orNull(text('locationCode', 'c.location_code')),
    json('clientData', answers),
  ]);

const current: TextStatement = {
  name: 'client_current',
  sql: `select ${textWith('c.answers')}, ${clientVersion('c')} from clients c where c.id = ? and ${seenBy('clients', 'c')}`,
};

// Versions have no gaps between them, so the last one that begins by then was valid. The history is read only
// if the current answers are younger.
const asOf: TextStatement = {
  name: 'client_as_of',
  sql: `select ${textWith('version.answers')}, ${clientVersion('c')} from clients c
  cross join lateral (
    select c.answers where c.answers_valid_from <= ?::timestamptz
    union all
    (select h.answers from client_answer_history h
      where h.client_id = c.id and h.valid_from <= ?::timestamptz and c.answers_valid_from > ?::timestamptz
      order by h.valid_from desc limit 1)
  ) version
  where c.id = ? and ${seenBy('clients', 'c')}`,
};

/** The client with its latest answers (spec 4.2); `undefined` if the organization has no such client. */
export async function readClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<ReadClient | undefined> {
  return first(db, current, [clientId, organizationId]);
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
): Promise<ReadClient | undefined> {
  return first(db, asOf, [instant, instant, instant, clientId, organizationId]);
}

async function first(
  db: Database,
  statement: TextStatement,
  values: readonly string[],
): Promise<ReadClient | undefined> {
  const row = await readRow<[string, string]>(db, statement, values);
  return row && { text: row[0], version: row[1] };
}
