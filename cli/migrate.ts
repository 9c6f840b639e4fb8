import { openCommandDatabase } from './commands/command-database.js';
import type { Settings } from './settings/settings.js';

/** Migrates the schema; returns the names of the applied migrations. */
export async function runMigrations(settings: Settings): Promise<string[]> {
  const { applied, close } = await openCommandDatabase(settings);
  await close();
  return applied;
}
