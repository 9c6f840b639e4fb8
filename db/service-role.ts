import type { Database } from './database.js';

/** A PostgreSQL role that may log in. */
export interface ServiceRole {
  name: string;
  password: string;
}

/** The role that a connection string logs in as. */
export function roleOf(url: string): ServiceRole {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Lets the service work as a role that reads and writes rows, and nothing else: no schema changes, no
 * TRUNCATE, no change or deletion in the journals, no migrations. Makes the role if there is none, which the
 * owner of the schema can do only with CREATEROLE. Call it as the owner after each migration, because new
 * tables are not granted by themselves.
 */
export async function grantService(owner: Database, { name, password }: ServiceRole): Promise<void> {
  await owner.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: [{ role: string; making: string; exists: boolean }] }>(
      `select format('%I', name) as role, format('create role %I login password %L', name, password) as making,
         exists (select from pg_roles where rolname = name) as exists
       from (select ?::text as name, ?::text as password) wanted`,
      [name, password],
    );
    const [{ role, making, exists }] = rows;
    // As a value, since Knex takes question marks in a statement for bindings.
    const run = async (sql: string) => {
      await trx.raw("select set_config('ioi.statement', ?, true)", [sql]);
      await trx.raw("do $do$ begin execute current_setting('ioi.statement'); end $do$");
    };
    if (!exists) await run(making);
    await run(
      `grant usage on schema public to ${role};
       grant select, insert, update, delete on all tables in schema public to ${role};
       grant usage on all sequences in schema public to ${role};
       revoke insert, update, delete on migrations, migrations_lock from ${role}`,
    );
    for (const journal of await appendOnlyTables(trx)) {
      await run(`revoke update, delete on ${journal} from ${role}`);
    }
  });
}

/** Whether the role may work with every table. */
export async function isGranted(owner: Database, { name }: ServiceRole): Promise<boolean> {
  const { rows } = await owner.raw<{ rows: [{ granted: boolean }] }>(
    `select exists (select from pg_roles where rolname = :name) and not exists (
       select from pg_tables
       where schemaname = 'public'
         and not has_table_privilege(:name, format('%I.%I', schemaname, tablename), 'select')
     ) as granted`,
    { name },
  );
  return rows[0].granted;
}

/** The tables whose triggers refuse changes and deletions. */
async function appendOnlyTables(db: Database): Promise<string[]> {
  return db('pg_trigger')
    .join('pg_class', 'pg_class.oid', 'pg_trigger.tgrelid')
    .whereRaw("tgfoid = 'refuse_change'::regproc")
    .distinct()
    .pluck('relname');
}
