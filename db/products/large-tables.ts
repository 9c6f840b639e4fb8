import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Knex } from 'knex';
import { textHash } from '../../domain/ground/canonical-json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { TableColumn } from '../models/table-column.js';

type Table = ProductDefinition['tables'][string];

/** A table as it is stored: hashes in place of the cells of packed rows. */
type StoredTable = Omit<Table, 'packed'> & { packed?: { count: number; columns: readonly string[] } };

// In the background: a million cells take tenths of a second.
const [compress, decompress] = [promisify(deflate), promisify(inflate)];

/** Stores the columns of a definition's large tables; returns the definition that refers to them. */
export async function storeLargeTables(trx: Knex, definition: ProductDefinition): Promise<ProductDefinition> {
  if (Object.values(definition.tables).every(({ packed }) => packed === undefined)) return definition;
  const tables: Record<string, StoredTable> = {};
  for (const [name, { packed, ...table }] of Object.entries(definition.tables)) {
    if (packed === undefined) tables[name] = table;
    else {
      const columns: string[] = [];
      for (const cells of packed.cells) columns.push(await storeColumn(trx, cells));
      tables[name] = { ...table, packed: { count: packed.count, columns } };
    }
  }
  return { ...definition, tables } as object as ProductDefinition;
}

async function storeColumn(trx: Knex, text: string): Promise<string> {
  const sha256 = textHash(text);
  const known = await TableColumn.query(trx).findById(sha256).select('sha256');
  if (known) return sha256;
  const deflated = await compress(text, { level: 3 });
  await TableColumn.query(trx).insert({ sha256, deflated }).onConflict('sha256').ignore();
  return sha256;
}

/** A stored definition with the cells of its large tables. */
export async function withLargeTables(db: Knex, stored: ProductDefinition): Promise<ProductDefinition> {
  const tables = stored.tables as object as Record<string, StoredTable>;
  const wanted = Object.values(tables ?? {}).flatMap(({ packed }) => packed?.columns ?? []);
  if (wanted.length === 0) return stored;
  const found = await TableColumn.query(db)
    .findByIds([...new Set(wanted)])
    .select('sha256', 'deflated');
  const texts = new Map<string, string>();
  for (const { sha256, deflated } of found) texts.set(sha256, (await decompress(deflated)).toString());
  const read = Object.entries(tables).map(([name, { packed, ...table }]) => [
    name,
    packed === undefined
      ? table
      : {
          ...table,
          packed: { count: packed.count, cells: packed.columns.map((column) => texts.get(column)) },
        },
  ]);
  return { ...stored, tables: Object.fromEntries(read) };
}
