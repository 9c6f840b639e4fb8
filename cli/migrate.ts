import { withCommandDatabase } from './commands/command-database.js';
import { migrateAlone } from './parts/migrations.js';
import type { Settings } from './settings/settings.js';

/** Migrates the schema; returns the names of the applied migrations. */
export async function runMigrations(settings: Settings): Promise<string[]> {
  return withCommandDatabase(settings, migrateAlone, { migrated: false });
}
