import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.js';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../embedded/temporal.js';
import { obtainTemporalBinary } from '../embedded/temporal-binary.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { Settings } from '../settings/settings.js';
import type { Lifecycle } from './lifecycle.js';
import type { DatabaseUrls } from './migrations.js';
import { keepRunning } from './supervise.js';
import type { TemporalServer } from './temporal.js';

type Say = (line: string) => void;

/** The database of `DATABASE_URL`, or the embedded one under the data folder; returns its connection strings. */
export async function startDatabase(
  { databaseUrl, ownerDatabaseUrl, dataDir }: Settings,
  lifecycle: Lifecycle,
  say: Say,
): Promise<DatabaseUrls> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: ownerDatabaseUrl ?? databaseUrl };
  const server = await keepRunning<EmbeddedPostgres>(
    'PostgreSQL',
    (before) => startEmbeddedPostgres({ dataDir, durable: true, port: before?.port, log: say }),
    { lifecycle, say },
  );
  say(`PostgreSQL is up, with its data in ${dataDir}/postgres.`);
  return server;
}

/** The Temporal of `TEMPORAL_ADDRESS`, or the embedded one under the data folder. */
export async function startTemporal(
  settings: Settings,
  lifecycle: Lifecycle,
  say: Say,
): Promise<TemporalServer & { uiUrl: string | null }> {
  const { temporalAddress, temporalNamespace: namespace, dataDir, searchPath, cacheDir } = settings;
  if (temporalAddress) {
    return { address: temporalAddress, security: settings.temporalSecurity, uiUrl: null };
  }
  const otherCacheDir = path.join(dataDir, 'cache');
  const binary = await obtainTemporalBinary({ searchPath, cacheDir, otherCacheDir, log: say });
  const server = await keepRunning<EmbeddedTemporal>(
    'Temporal',
    (before) =>
      startEmbeddedTemporal({
        binary,
        dataDir,
        namespace,
        log: say,
        port: before?.port,
        uiPort: before?.uiPort,
      }),
    { lifecycle, say },
  );
  say(`Temporal is up, with its data in ${dataDir}/temporal.db.`);
  return { ...server, security: undefined };
}

/** The servers that a process needs if it runs alone; only `npm start` starts servers. */
export function requireServers({ databaseUrl, temporalAddress }: Settings): {
  databaseUrl: string;
  temporalAddress: string;
} {
  if (databaseUrl !== undefined && temporalAddress !== undefined) return { databaseUrl, temporalAddress };
  const missing = [
    ...(databaseUrl === undefined ? ['DATABASE_URL'] : []),
    ...(temporalAddress === undefined ? ['TEMPORAL_ADDRESS'] : []),
  ];
  throw new CommandFailure(
    `Set ${missing.join(' and ')}: this process needs external servers. "npm start" starts ` +
      'servers itself; while it runs, their addresses are in demo.json in its data folder.',
  );
}
