import type { Knex } from 'knex';
import * as foundation from './0001_foundation.js';

interface NamedMigration {
  name: string;
  migration: Knex.Migration;
}

const migrations: NamedMigration[] = [{ name: '0001_foundation', migration: foundation }];

/**
 * Migrations by bare name: knex remembers names with their file extension, and the same migration must be
 * known whether it runs from TypeScript or from the build.
 */
export const migrationSource: Knex.MigrationSource<NamedMigration> = {
  getMigrations: async () => migrations,
  getMigrationName: ({ name }) => name,
  getMigration: async ({ migration }) => migration,
};
