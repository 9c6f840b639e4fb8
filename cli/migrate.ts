import { withCommandDatabase } from './commands/command-database.js';
import { migrateAlone } from './parts/migrations.js';
import type { Settings } from './settings/settings.js';

/** Brings the schema up to date; answers the names of the migrations that were applied. */
export async function runMigrations(settings: Settings): Promise<string[]> {
  return withCommandDatabase(settings, migrateAlone, { migrated: false });
}
