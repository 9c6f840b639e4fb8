import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../api/telemetry/logger.js';
import { type Database, openDatabase } from '../../db/database.js';
import { runMigrations } from '../../db/run-migrations.js';
import { compareReleases, type SchemaState, schemaState } from '../../db/schema-state.js';
import { grantService, isGranted, roleOf } from '../../db/service-role.js';
import { CommandFailure } from '../ground/command-failure.js';
import { packageVersion } from '../ground/package-info.js';
import { untilItAnswers } from './database.js';

/** Connection strings of one database. */
export interface DatabaseUrls {
  /** Of the service. */
  url: string;
  /** Of the owner of the schema; the same if there is no separate one. */
  ownerUrl: string;
}

/** Any number that no other advisory lock of the database uses. */
const migrationLock = 7_236_402;
const lockPollMs = 200;

/** The failures of a migration that the operator can mend, by PostgreSQL's error code. */
const advice: Record<string, string> = {
  42501: 'Set OWNER_DATABASE_URL to log in as the owner of the schema.',
  '55P03': 'Another transaction holds a lock for long: pg_stat_activity shows it. Then migrate again.',
};

/** What became of the schema, as names of migrations. */
export interface PreparedSchema {
  applied: string[];
  /** Those of later releases. The schema was left as it is if there are any. */
  ahead: string[];
}

/** Migrates the schema as its owner, and lets the service's role work with it. */
export async function prepareSchema(urls: DatabaseUrls): Promise<PreparedSchema> {
  await untilItAnswers(urls.ownerUrl);
  const owner = openDatabase({ url: urls.ownerUrl, poolSize: 2, applicationName: 'ioi-migrate' });
  try {
    return await prepareSchemaOn(owner, urls);
  } finally {
    await owner.destroy();
  }
}

/**
 * The same on an open pool of the owner with at least two connections. One process at a time: others wait for an
 * advisory lock. Its holder also knows that knex's own lock row, if set, was left by a killed process.
 */
export async function prepareSchemaOn(owner: Database, urls: DatabaseUrls): Promise<PreparedSchema> {
  const role = roleOf(urls.url);
  const isOwner = role.name === roleOf(urls.ownerUrl).name;
  try {
    return await owner.transaction(async (trx) => {
      await lockMigrations(trx);
      const { pending, ahead } = await fittingSchema(owner);
      if (ahead.length > 0) return { applied: [], ahead };
      if (pending.length === 0 && (isOwner || (await isGranted(trx, role)))) return { applied: [], ahead };
      await owner.migrate.forceFreeMigrationsLock();
      const applied = await runMigrations(owner);
      if (!isOwner) await grantService(owner, role);
      return { applied, ahead };
    });
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    const whatToDo = advice[code];
    if (whatToDo === undefined) throw error;
    throw new CommandFailure(`The database refuses to change the schema: ${message}\n${whatToDo}`);
  }
}

/**
 * Asks again and again, without bindings: a migration may build an index concurrently, which waits for every
 * statement under way, and PostgreSQL keeps one with bindings open until the next.
 */
async function lockMigrations(trx: Database): Promise<void> {
  for (;;) {
    const { rows } = await trx.raw<{ rows: [{ locked: boolean }] }>(
      `select pg_try_advisory_xact_lock(${migrationLock}) as locked`,
    );
    if (rows[0].locked) return;
    await sleep(lockPollMs);
  }
}

/**
 * Refuses a schema that lacks migrations of this release, or that this release cannot work with. One that also has
 * migrations of a later release is usable, and logged.
 */
export async function requireMigrated(db: Database, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { pending, ahead } = await fittingSchema(db);
  if (pending.length > 0) {
    throw new CommandFailure('The database schema is not up to date. Run "npm run migrate" first.');
  }
  if (ahead.length > 0) logger.warn(aheadText(ahead));
}

/** Names the migrations of later releases. */
export function aheadText(ahead: readonly string[]): string {
  return `The database schema is of a later release than ${packageVersion()}: it also has ${ahead.join(', ')}.`;
}

/** The state of the schema. Throws if this release can neither work on it nor migrate it. */
async function fittingSchema(db: Database): Promise<SchemaState> {
  const state = await schemaState(db);
  const { pending, ahead, foreign, isUnreleased, oldestRelease } = state;
  if (isUnreleased) {
    throw new CommandFailure(
      'The database is of a development version from before release 0.2.0, and was left as it is: start on an empty one, ' +
        'by another DATA_DIR or DATABASE_URL.',
    );
  }
  const release = packageVersion();
  if (oldestRelease !== undefined && compareReleases(release, oldestRelease) < 0) {
    throw new CommandFailure(
      `The database schema needs release ${oldestRelease} or later; this is ${release}. A later release removed what ` +
        'this one uses. Start a later release, or restore a backup from before.',
    );
  }
  const stray = ahead.length > 0 && pending.length > 0 ? [...foreign, ...ahead] : foreign;
  if (stray.length > 0) {
    const lacks = pending.length > 0 ? ` and lacks ${pending.join(', ')}` : '';
    throw new CommandFailure(
      `The database schema is not of this line of releases: it has ${stray.join(', ')}, which this release does not ` +
        `know${lacks}. Start the release that migrated it.`,
    );
  }
  return state;
}
