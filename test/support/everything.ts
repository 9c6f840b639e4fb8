import type { Database } from '../../db/database.js';

/** What requests write that change nothing of the business. */
const aside = new Set(['knex_migrations', 'knex_migrations_lock', 'api_keys', 'api_key_uses']);

/** A digest of every row of every table, by the table's name: equal before and after what must not change anything. */
export async function everything(db: Database): Promise<{ [table: string]: string }> {
  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  );
  const digests: { [table: string]: string } = {};
  for (const { name } of tables.filter((table) => !aside.has(table.name))) {
    const { rows } = await db.raw<{ rows: { digest: string }[] }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(row::text), '' order by row::text)), '') as digest from ?? row`,
      [name],
    );
    digests[name] = rows[0]!.digest;
  }
  return digests;
}
