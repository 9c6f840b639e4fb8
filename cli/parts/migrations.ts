import { type Database, migrate } from '../../db/database.js';
import { CommandFailure } from '../ground/command-failure.js';

/** Any number that no other advisory lock of the database uses. */
const migrationLock = 7_236_401;

/**
 * Migrates the schema. One process at a time: others wait for an advisory lock. Its holder also knows that
 * knex's own lock row, if set, was left by a killed process. Needs two connections.
 */
export async function migrateAlone(db: Database): Promise<string[]> {
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [migrationLock]);
    await db.migrate.forceFreeMigrationsLock();
    return migrate(db);
  });
}

/** Refuses a schema that does not fit this release. */
export async function requireMigrated(db: Database): Promise<void> {
  const [, pending] = (await db.migrate.list()) as [unknown, { name: string }[]];
  if (pending.length > 0) {
    throw new CommandFailure('The database schema is not up to date. Run "npm run migrate" first.');
  }
}
