import type { Knex } from 'knex';

export interface Column {
  /** Of PostgreSQL, such as `timestamptz`. */
  type: string;
  hasDefault: boolean;
}

/** The columns of a table by name, in alphabetical order. */
export type Columns = ReadonlyMap<string, Column>;

/** The columns of tables whose values the database does not assign itself. */
export async function columnsOf(db: Knex, tables: readonly string[]): Promise<ReadonlyMap<string, Columns>> {
  const found: { table: string; name: string; type: string; default: string | null }[] = await db(
    'information_schema.columns',
  )
    .select({ table: 'table_name', name: 'column_name', type: 'udt_name', default: 'column_default' })
    .whereRaw('table_schema = current_schema()')
    .where({ is_generated: 'NEVER', is_identity: 'NO' })
    .whereIn('table_name', [...tables])
    .orderByRaw('table_name, column_name collate "C"');
  const columns = new Map<string, Map<string, Column>>();
  for (const { table, name, type, default: standard } of found) {
    const column = { type, hasDefault: standard !== null };
    columns.set(table, (columns.get(table) ?? new Map<string, Column>()).set(name, column));
  }
  return columns;
}
