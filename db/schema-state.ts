import type { Database } from './database.js';
import { migrations, type NamedMigration } from './migrations/index.js';

/** How the schema of a database compares with the migrations of this release. */
export interface SchemaState {
  /** Migrations that the schema lacks. */
  pending: string[];
  /** Migrations of later releases that the schema has. */
  ahead: string[];
  /** Migrations that this release lacks although it has later ones. */
  foreign: string[];
  /** It was made by a development version before the first release, whose migrations are gone. */
  isUnreleased: boolean;
  /** The oldest release that may run on the schema. Undefined: any. */
  oldestRelease: string | undefined;
}

/** Reads the state of the schema; an empty database lacks every migration. Needs no more than reading rights. */
export async function schemaState(
  db: Database,
  known: readonly NamedMigration[] = migrations,
): Promise<SchemaState> {
  const { rows } = await db.raw<{ rows: [{ exists: boolean; comment: string | null }] }>(
    `select to_regclass('migrations') is not null as exists,
       obj_description(to_regclass('migrations'), 'pg_class') as comment`,
  );
  const [{ exists, comment }] = rows;
  const applied = exists ? await db('migrations').orderBy('name').pluck<string[]>('name') : [];
  const names = known.map(({ name }) => name);
  const unknown = applied.filter((name) => !names.includes(name));
  const last = numberOf(names.at(-1) ?? '');
  return {
    pending: names.filter((name) => !applied.includes(name)),
    ahead: unknown.filter((name) => numberOf(name) > last),
    foreign: unknown.filter((name) => numberOf(name) <= last),
    isUnreleased: applied.includes('0001_foundation'),
    oldestRelease: comment?.startsWith(oldestPrefix) ? comment.slice(oldestPrefix.length) : undefined,
  };
}

const oldestPrefix = 'Oldest release that may run on this schema: ';

/** Records the oldest release that may run on the schema; processes of earlier ones no longer start. */
export async function requireRelease(db: Database, release: string): Promise<void> {
  await db.raw(`comment on table migrations is '${oldestPrefix}${release}'`);
}

/** Compares releases such as `0.10.2`: negative if `a` is the earlier one. */
export function compareReleases(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0;
