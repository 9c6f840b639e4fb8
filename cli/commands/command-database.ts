import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../db/database.js';
import { FolderInUse, lockFolder } from '../embedded/folder-lock.js';
import { runningPostgresUrl, startEmbeddedPostgres } from '../embedded/postgres.js';
import { migrateAlone } from '../parts/migrations.js';
import type { Settings } from '../settings/settings.js';

export interface CommandDatabase {
  db: Database;
  close(): Promise<void>;
}

const patienceMs = 30_000;

/**
 * The database of a command: `DATABASE_URL`, or the embedded server of a running `npm start`, or else the
 * embedded server, started for this command. Its schema is migrated unless `migrated` is false. Close it at
 * the end.
 */
export async function openCommandDatabase(
  settings: Settings,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<CommandDatabase> {
  const { url, release } = await commandServer(settings);
  const db = openDatabase({ url, poolSize: 2, applicationName: 'ioi-cli' });
  const close = async () => {
    await db.destroy();
    await release();
  };
  try {
    if (migrated) await migrateAlone(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

/** Runs `work` on the command's database, which is closed in any case. */
export async function withCommandDatabase<Result>(
  settings: Settings,
  work: (db: Database) => Promise<Result>,
  options: { migrated?: boolean } = {},
): Promise<Result> {
  const { db, close } = await openCommandDatabase(settings, options);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function commandServer(settings: Settings): Promise<{ url: string; release: () => Promise<void> }> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: async () => undefined };
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const unlock = await lockFolder(settings.dataDir, 'command');
      return await startedForCommand(settings.dataDir, unlock);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error;
      // Another command ends its server in a moment; a service keeps its server, and may still be starting.
      if (error.holder.purpose === 'service') {
        const url = await runningPostgresUrl(settings.dataDir);
        if (url) return { url, release: async () => undefined };
      }
      await sleep(200);
    }
  }
}

async function startedForCommand(
  dataDir: string,
  unlock: () => Promise<void>,
): Promise<{ url: string; release: () => Promise<void> }> {
  try {
    const log = (line: string) => console.error(line);
    const server = await startEmbeddedPostgres({ dataDir, durable: true, log });
    const release = async () => {
      await server.stop();
      await unlock();
    };
    return { url: server.url, release };
  } catch (error) {
    await unlock();
    throw error;
  }
}
