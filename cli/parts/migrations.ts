import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, migrate, openDatabase } from '../../db/database.js';
import { grantService, isGranted, roleOf } from '../../db/service-role.js';
import { CommandFailure } from '../ground/command-failure.js';
import { untilItAnswers } from './database.js';

/** Connection strings of one database. */
export interface DatabaseUrls {
  /** Of the service. */
  url: string;
  /** Of the owner of the schema; the same if there is no separate one. */
  ownerUrl: string;
}

/**
 * Any number that no other advisory lock of the database uses: not 7236401 either, which earlier releases wait
 * for within a statement.
 */
const migrationLock = 7_236_402;
const lockPollMs = 200;
const insufficientPrivilege = '42501';

/**
 * Migrates the schema as its owner, and lets the service's role work with it. Returns the names of the applied
 * migrations.
 */
export async function prepareSchema(urls: DatabaseUrls): Promise<string[]> {
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
export async function prepareSchemaOn(owner: Database, urls: DatabaseUrls): Promise<string[]> {
  const role = roleOf(urls.url);
  const isOwner = role.name === roleOf(urls.ownerUrl).name;
  try {
    return await owner.transaction(async (trx) => {
      // Before the list is read, too: on an empty database, reading makes its table.
      await lockMigrations(trx);
      const isMigrated = (await pendingMigrations(owner)).length === 0;
      if (isMigrated && (isOwner || (await isGranted(trx, role)))) return [];
      await owner.migrate.forceFreeMigrationsLock();
      const applied = await migrate(owner);
      if (!isOwner) await grantService(owner, role);
      return applied;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    throw new CommandFailure(
      `The database refuses to change the schema: ${(error as Error).message}\n` +
        'Set OWNER_DATABASE_URL to log in as the owner of the schema.',
    );
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

/** Refuses a schema that does not fit this release. */
export async function requireMigrated(db: Database): Promise<void> {
  const isMigrated = await pendingMigrations(db).then(
    (pending) => pending.length === 0,
    (error: { code?: string }) => {
      // Reading the list makes its table if there is none, which only the owner of the schema may do.
      if (error.code === insufficientPrivilege) return false;
      throw error;
    },
  );
  if (!isMigrated) {
    throw new CommandFailure('The database schema is not up to date. Run "npm run migrate" first.');
  }
}

async function pendingMigrations(db: Database): Promise<{ name: string }[]> {
  const [, pending] = (await db.migrate.list()) as [unknown, { name: string }[]];
  return pending;
}
