import pg from 'pg';
import { CommandFailure } from '../ground/command-failure.js';
import type { Settings } from '../settings/settings.js';

/**
 * The connection string for notifications of the database: `LISTEN_DATABASE_URL`, else that of the service. A pooler in
 * transaction mode accepts LISTEN and delivers nothing, so a revoked key would stay valid in the caches: throws if a
 * pooler answers in place of PostgreSQL. It gives its clients process ids of its own.
 */
export async function notificationsUrl(
  databaseUrl: string,
  { listenDatabaseUrl }: Settings,
): Promise<string> {
  if (listenDatabaseUrl !== undefined) return listenDatabaseUrl;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return databaseUrl;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new CommandFailure(
    'DATABASE_URL leads to a pooler, which may lose notifications of changed keys and products.\n' +
      'Set LISTEN_DATABASE_URL to the address of PostgreSQL itself. If the pooler is in session mode, set it to ' +
      'the same address as DATABASE_URL.',
  );
}
