import type { Knex } from 'knex';
import { copyIn, copyOut } from '../copy-rows.js';
import type { CopiedRecords, CopiedTable, Differences } from './copied-tables.js';

const rowsAtOnce = 500;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const none = '\\N';

/** What of a table is copied, and how. */
export interface RowsToCopy {
  columns: readonly string[];
  records: CopiedRecords;
  /** The ids of copies by those of their originals, wherever they stand: in columns, in JSON and in texts. */
  ids: ReadonlyMap<string, string>;
  differences: Differences;
}

/** Copies the rows of a table as text, so that times keep their microseconds and numbers their digits. */
export async function copyRowsOf(
  trx: Knex.Transaction,
  { table, key, of, set = {}, namesCopied = [], orderedBy }: CopiedTable,
  { columns, records, ids, differences }: RowsToCopy,
): Promise<void> {
  const selected = columns.map((column) =>
    set[column] === undefined ? column : trx.raw(`(${set[column]}) as ${column}`, differences),
  );
  const places = namesCopied.map((column) => columns.indexOf(column));
  const copyOf = (line: string): string => {
    const fields = line.slice(0, -1).split('\t');
    for (const place of places) if (!ids.has(fields[place] ?? '')) fields[place] = none;
    return `${fields.join('\t').replace(uuids, (id) => ids.get(id) ?? id)}\n`;
  };
  const owners = records[of];
  for (let start = 0; start < owners.length; start += rowsAtOnce) {
    const query = trx(table)
      .select(selected)
      .whereIn(key, owners.slice(start, start + rowsAtOnce));
    if (orderedBy !== undefined) query.orderBy(orderedBy);
    const lines = await copyOut(trx, query);
    await copyIn(trx, { table, columns }, lines.map(copyOf));
  }
}
