import { openCommandDatabase } from './commands/command-database.js';
import { aheadText, type PreparedSchema } from './parts/migrations.js';
import type { Settings } from './settings/settings.js';

/** Migrates the schema; `summary` is for people. */
export async function runMigrations(settings: Settings): Promise<PreparedSchema & { summary: string }> {
  const { schema, close } = await openCommandDatabase(settings);
  await close();
  const { applied, ahead } = schema;
  const lines = applied.length > 0 ? applied.map((name) => `Applied ${name}`) : ['Nothing to apply.'];
  return { ...schema, summary: [...(ahead.length > 0 ? [aheadText(ahead)] : []), ...lines].join('\n') };
}
