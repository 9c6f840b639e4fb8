import type { Knex } from 'knex';
import { Client } from '../models/client.js';
import { PublicIds } from '../public-ids.js';
import { type PersonalTable, personalTables } from './personal-tables.js';
import { recordsOfClient } from './records-of-client.js';

/** The organization of a client, whether it was erased or not. Undefined if there is no such client. */
export async function organizationOfClient(db: Knex, clientId: string): Promise<string | undefined> {
  const client = await Client.query(db).findById(clientId).select('organization_id');
  return client?.organizationId;
}

/** Records are read in batches of so many subjects: worksheets are large. */
const batchSize = 100;

/**
 * Everything that the service holds about a client and that an organization sees, as pieces of one JSON object with a
 * list for each table. Files are listed without their bytes. No connection is held between two pieces.
 */
export async function* exportOfClient(
  db: Knex,
  { clientId, organizationId, now }: { clientId: string; organizationId: string; now: Date },
): AsyncGenerator<string> {
  const records = await recordsOfClient(db, clientId, organizationId);
  const publicIds = new PublicIds(db);
  yield `{"exportedTimestamp":${JSON.stringify(now)},"clientId":${JSON.stringify(clientId)}`;
  for (const exported of personalTables.filter(({ internal }) => !internal)) {
    yield `,\n${JSON.stringify(fieldName(exported.table))}:[`;
    const ids = records[exported.of];
    let separator = '';
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      for (const row of await rowsOf(db, exported, batch, organizationId)) {
        yield separator + (await publicIds.in(JSON.stringify(row)));
        separator = ',\n';
      }
    }
    yield ']';
  }
  yield '}\n';
}

async function rowsOf(
  db: Knex,
  { table, key, owner, secret = [], shown = (row) => row }: PersonalTable,
  ids: readonly string[],
  organizationId: string,
) {
  const query = db(table).whereIn(key, ids);
  if (owner !== undefined) query.where(owner, organizationId);
  const rows: Record<string, unknown>[] = await query;
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(shown(row))
        .filter(([column]) => !secret.includes(column))
        .map(([column, value]) => [fieldName(column), value]),
    ),
  );
}

const fieldName = (column: string): string =>
  column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
