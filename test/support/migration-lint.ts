import type { Database } from '../../db/database.js';
import type { NamedMigration } from '../../db/migrations/index.js';
import { runMigrations } from '../../db/run-migrations.js';
import { compareReleases } from '../../db/schema-state.js';

/** What may run outside a transaction: each is short, or keeps no writer waiting. */
const unblocking =
  /^(create (unique )?index concurrently|drop index concurrently|alter table \S+ validate constraint|analyze|set|select|comment)\b/i;
const batched = /^(with|update|delete|insert)\b.*\blimit\b/is;
const ofTheRunner = /^(begin|commit|rollback)|"?migrations(_lock)?"?\b/i;

/**
 * Runs a migration of `release` on a scratch database that has all migrations before it, and tells what would stop or
 * break the service if it ran while the release before is working. It looks at what PostgreSQL does: the locks that are
 * held, the tables that are read, rewritten or changed.
 */
export async function migrationFindings(
  owner: Database,
  known: readonly NamedMigration[],
  release: string,
): Promise<string[]> {
  const { name, migration } = known.at(-1)!;
  const before = await schemaOf(owner);
  const findings: string[] = [];
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }) => void statements.push(sql.trim());
  const outside = migration.config?.transaction === false;
  const observed: NamedMigration['migration'] = {
    ...migration,
    up: async (knex) => {
      if (outside) return migration.up(knex);
      const readBefore = await tableReads(knex);
      await migration.up(knex);
      findings.push(...(await blocking(knex, before, readBefore)));
    },
  };
  owner.on('query', listen);
  await runMigrations(owner, [...known.slice(0, -1), { name, migration: observed }]);
  // Repeatable: an attempt may have been interrupted before it was recorded.
  try {
    if (outside) await migration.up(owner);
  } catch (error) {
    findings.push(`cannot be repeated after an interruption: ${(error as Error).message}`);
  }
  owner.removeListener('query', listen);
  if (outside) findings.push(...statements.flatMap(blockingStatement));
  findings.push(...incompatible(before, await schemaOf(owner), migration.unusedSince, release));
  return findings.map((finding) => `${name} ${finding}`);
}

function blockingStatement(sql: string): string[] {
  if (ofTheRunner.test(sql) || unblocking.test(sql) || batched.test(sql)) return [];
  return [`runs outside a transaction: ${sql.slice(0, 80)}. There, build indexes or change rows in batches`];
}

interface Table {
  oid: number;
  name: string;
  file: number;
}

interface Schema {
  tables: Table[];
  /** Whether a row may be inserted without it, by `table.column type`. */
  columns: Map<string, boolean>;
  functions: string[];
}

async function schemaOf(db: Database): Promise<Schema> {
  const rowsOf = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql)).rows;
  const inPublic = `relnamespace = 'public'::regnamespace and relname not like 'migrations%'`;
  const columns = await rowsOf<{ column: string; optional: boolean }>(
    `select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) as column,
       not attnotnull or atthasdef or attidentity <> '' as optional
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where ${inPublic} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,
  );
  return {
    tables: await rowsOf<Table>(
      `select oid::int, relname as name, pg_relation_filenode(oid)::int as file from pg_class
       where ${inPublic} and relkind in ('r', 'm')`,
    ),
    columns: new Map(columns.map(({ column, optional }) => [column, optional])),
    functions: (
      await rowsOf<{ name: string }>(
        `select oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
      )
    ).map(({ name }) => name),
  };
}

/** How often each table was read or rows were sought in it, by this connection. An empty table counts as well. */
async function tableReads(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { name: string; reads: number }[] }>(
    `select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ name, reads }) => [name, reads]));
}

const blocksWriters = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

async function blocking(trx: Database, before: Schema, readBefore: Map<string, number>): Promise<string[]> {
  const { rows: locks } = await trx.raw<{ rows: { oid: number; mode: string }[] }>(
    `select relation::int as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'`,
  );
  const reads = await tableReads(trx);
  const after = await schemaOf(trx);
  const isRead = ({ name }: Table) => (reads.get(name) ?? 0) > (readBefore.get(name) ?? 0);
  const holds = ({ oid }: Table, modes: string[]) =>
    locks.some((lock) => lock.oid === oid && modes.includes(lock.mode));
  const read = before.tables.filter(isRead);
  const locked = before.tables.filter((table) => holds(table, blocksWriters));
  const changed = read.filter((table) => holds(table, ['RowExclusiveLock']));
  const rewritten = before.tables.filter(({ oid, file }) =>
    after.tables.some((table) => table.oid === oid && table.file !== file),
  );
  const names = (tables: Table[]) => tables.map(({ name }) => name).join(', ');
  return [
    ...(locked.length > 0 && read.length > 0
      ? [
          `keeps writers of ${names(locked)} waiting while it reads ${names(read)}: build indexes with buildIndex, add ` +
            'constraints as NOT VALID, and validate them in another migration, outside a transaction',
        ]
      : []),
    ...(rewritten.length > 0 ? [`rewrites ${names(rewritten)}: add a column and fill it in batches`] : []),
    ...(changed.length > 0
      ? [`changes rows of ${names(changed)} in one transaction: do it in batches, outside a transaction`]
      : []),
  ];
}

/** A column without the limit of its decimals: processes of earlier releases write what the limit allowed. */
const unlimited = (column: string) => column.replace(/ numeric\(\d+,\d+\)$/, ' numeric');

/** What a process of the release before would miss. */
function incompatible(
  before: Schema,
  after: Schema,
  unusedSince: string | undefined,
  release: string,
): string[] {
  const tableOf = (column: string) => column.slice(0, column.indexOf('.'));
  const existed = new Set([...before.columns.keys()].map(tableOf));
  const removed = [
    ...[...before.columns.keys()].filter(
      (column) => !after.columns.has(column) && !after.columns.has(unlimited(column)),
    ),
    ...[...before.columns].flatMap(([column, optional]) =>
      optional && after.columns.get(column) === false ? [`NULL in ${column}`] : [],
    ),
    ...before.functions.filter((name) => !after.functions.includes(name)),
  ];
  const known = new Set([...before.columns.keys()].flatMap((column) => [column, unlimited(column)]));
  const required = [...after.columns].filter(
    ([column, optional]) => !optional && !known.has(column) && existed.has(tableOf(column)),
  );
  const isSaid = unusedSince !== undefined && compareReleases(unusedSince, release) < 0;
  return [
    ...(removed.length > 0 && !isSaid
      ? [
          `removes ${removed.join(', ')}: name the release that stopped using it as unusedSince, which must be ` +
            `before ${release}`,
        ]
      : []),
    ...required.map(([column]) => `requires ${column} of earlier releases: allow NULL, or give it a default`),
  ];
}
