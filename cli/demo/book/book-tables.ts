import type { Database } from '../../../db/database.js';
import { type PersonalTable, personalTables } from '../../../db/personal-data/personal-tables.js';

/** A table with records of clients, whose rows a book clones. */
export interface BookTable extends Pick<PersonalTable, 'table' | 'key' | 'of'> {
  /** All columns whose values the database does not assign itself. */
  columns: string[];
  /** The columns by which it assigns an order. */
  order: string[];
}

/** The database writes them from others. */
const derived: readonly string[] = ['policy_search', 'account_journal'];

/** The tables with records of clients, each after those that it refers to. */
export async function bookTables(db: Database): Promise<BookTable[]> {
  const columns: { table: string; name: string; identity: string }[] = await db('information_schema.columns')
    .select({ table: 'table_name', name: 'column_name', identity: 'is_identity' })
    .whereRaw('table_schema = current_schema()')
    .where('is_generated', 'NEVER')
    .orderBy(['table_name', 'ordinal_position']);
  const references: { from: string; to: string }[] = await db('pg_constraint')
    .select({ from: db.raw('conrelid::regclass::text'), to: db.raw('confrelid::regclass::text') })
    .where('contype', 'f');
  const sorted: BookTable[] = [];
  const place = (personal: PersonalTable): void => {
    const { table, key, of } = personal;
    if (derived.includes(table) || sorted.some((one) => one.table === table)) return;
    const targets = references.filter(({ from, to }) => from === table && to !== table).map(({ to }) => to);
    personalTables.filter((one) => targets.includes(one.table)).forEach(place);
    const own = columns.filter((column) => column.table === table);
    const named = (identity: string) =>
      own.filter((one) => one.identity === identity).map(({ name }) => name);
    sorted.push({ table, key, of, columns: named('NO'), order: named('YES') });
  };
  personalTables.forEach(place);
  return sorted;
}
