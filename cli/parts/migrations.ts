import { type Database, migrate } from '../../db/database.js';
import { CommandFailure } from '../ground/command-failure.js';

/** Any number that nothing else in the database uses as an advisory lock. */
const migrationLock = 7_236_401;

/**
 * Brings the schema up to date. One process at a time: the others wait for an advisory lock, which also tells
 * that knex's own lock row, if it is set, was left by a process that was killed. Needs two connections.
 */
export async function migrateAlone(db: Database): Promise<string[]> {
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [migrationLock]);
    await db.migrate.forceFreeMigrationsLock();
    return migrate(db);
  });
}

/** Refuses a schema that this release does not fit. */
export async function requireMigrated(db: Database): Promise<void> {
  const [, pending] = (await db.migrate.list()) as [unknown, { name: string }[]];
  if (pending.length > 0) {
    throw new CommandFailure('The database schema is not up to date. Run "npm run migrate" first.');
  }
}
