import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import { type Migration, migrations, type NamedMigration } from './migrations/index.js';
import { requireRelease, schemaState } from './schema-state.js';

/** The longest that a migration's statement waits for a lock, and so keeps later statements of others waiting. */
const lockLimitMs = 1_000;
const pauseMs = 1_000;
const lockPatienceMs = 300_000;

/** PostgreSQL's lock_not_available and deadlock_detected. */
const lockErrors: readonly unknown[] = ['55P03', '40P01'];

/**
 * Applies the pending migrations, each in a transaction, and returns their names. A migration that does not get a lock
 * within a second is rolled back and repeated, for five minutes; then the error of the lock is thrown. Those before it
 * stay applied. One process at a time.
 */
export async function runMigrations(
  db: Database,
  known: readonly NamedMigration[] = migrations,
  { patienceMs = lockPatienceMs } = {},
): Promise<string[]> {
  const { pending } = await schemaState(db, known);
  const migrationSource = {
    getMigrations: async () => [...known],
    getMigrationName: ({ name }: NamedMigration) => name,
    getMigration: async ({ migration }: NamedMigration) => careful(migration),
  };
  for (const name of pending) {
    const deadline = Date.now() + patienceMs;
    while (!(await isApplied(db.migrate.up({ migrationSource, name }), deadline))) await sleep(pauseMs);
  }
  return pending;
}

/** False where a lock was missing and there is time for another attempt. */
async function isApplied(applying: Promise<unknown>, deadline: number): Promise<boolean> {
  try {
    await applying;
    return true;
  } catch (error) {
    if (!lockErrors.includes((error as { code?: string }).code) || Date.now() > deadline) throw error;
    return false;
  }
}

/** Builds of indexes outside a transaction block no one, and may wait as long as they need. */
function careful({ config, unusedSince, up, down }: Migration): Migration {
  return {
    ...(config && { config }),
    up: async (knex) => {
      if (config?.transaction !== false) await knex.raw(`set local lock_timeout = ${lockLimitMs}`);
      if (unusedSince !== undefined) await requireRelease(knex, unusedSince);
      await up(knex);
    },
    ...(down && { down }),
  };
}
