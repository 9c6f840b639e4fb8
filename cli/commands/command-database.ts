import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../db/database.js';
import { FolderInUse, lockFolder } from '../embedded/folder-lock.js';
import { runningPostgresUrls, startEmbeddedPostgres } from '../embedded/postgres.js';
import { type DatabaseUrls, type PreparedSchema, prepareSchemaOn } from '../parts/migrations.js';
import type { Settings } from '../settings/settings.js';

export interface CommandDatabase {
  db: Database;
  schema: PreparedSchema;
  close(): Promise<void>;
}

const patienceMs = 30_000;

/**
 * The database of a command, as the owner of its schema: `OWNER_DATABASE_URL` or `DATABASE_URL`, or the embedded
 * server of a running `npm start`, or else the embedded server, started for this command. Its schema is
 * migrated. Close it at the end.
 */
export async function openCommandDatabase(settings: Settings): Promise<CommandDatabase> {
  const { release, ...urls } = await commandServer(settings);
  const db = openDatabase({ url: urls.ownerUrl, poolSize: 2, applicationName: 'ioi-cli' });
  const close = async () => {
    await db.destroy();
    await release();
  };
  try {
    return { db, schema: await prepareSchemaOn(db, urls), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` on the command's database, which is closed in any case. */
export async function withCommandDatabase<Result>(
  settings: Settings,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openCommandDatabase(settings);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

type CommandServer = DatabaseUrls & { release: () => Promise<void> };

async function commandServer(settings: Settings): Promise<CommandServer> {
  const { databaseUrl: url, ownerDatabaseUrl } = settings;
  if (url) return { url, ownerUrl: ownerDatabaseUrl ?? url, release: async () => undefined };
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      const unlock = await lockFolder(settings.dataDir, 'command');
      return await startedForCommand(settings.dataDir, unlock);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error;
      // Another command ends its server in a moment; a service keeps its server, and may still be starting.
      if (error.holder.purpose === 'service') {
        const urls = await runningPostgresUrls(settings.dataDir);
        if (urls) return { ...urls, release: async () => undefined };
      }
      await sleep(200);
    }
  }
}

async function startedForCommand(dataDir: string, unlock: () => Promise<void>): Promise<CommandServer> {
  try {
    const log = (line: string) => console.error(line);
    const server = await startEmbeddedPostgres({ dataDir, durable: true, log });
    const release = async () => {
      await server.stop();
      await unlock();
    };
    return { url: server.url, ownerUrl: server.ownerUrl, release };
  } catch (error) {
    await unlock();
    throw error;
  }
}
