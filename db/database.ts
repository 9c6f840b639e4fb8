import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrationSource } from './migrations/index.js';

export type Database = Knex;

// `DATE` as `YYYY-MM-DD` and `NUMERIC` as its exact decimal text: neither becomes a JavaScript Date or float.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text);

export interface DatabaseSettings {
  url: string;
  /** Most connections this process opens. About 5 is best on a small machine. */
  poolSize: number;
  applicationName: string;
  /** A statement that takes longer fails, as does one that gets no connection by then; none where left out. */
  patienceMs?: number;
}

/** Opens a pool; nothing is connected until the first query. Close it with `database.destroy()`. */
export function openDatabase({ url, poolSize, applicationName, patienceMs }: DatabaseSettings): Database {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      ...(patienceMs !== undefined && {
        statement_timeout: patienceMs,
        connectionTimeoutMillis: patienceMs,
        // Later than the server's own: only for a server that has stopped answering altogether.
        query_timeout: patienceMs + 2_000,
      }),
    },
    ...(patienceMs !== undefined && { acquireConnectionTimeout: patienceMs }),
    pool: { min: 0, max: poolSize },
    migrations: { migrationSource, tableName: 'migrations' },
    asyncStackTraces: false,
    // What knex would print is also thrown, and logged where it is handled.
    log: { warn: quiet, error: quiet, deprecate: quiet, debug: quiet },
  });
}

function quiet(): void {}

/** Brings the schema up to date. Safe to run from several processes at once: knex holds a lock row. */
export async function migrate(db: Database): Promise<string[]> {
  const [, applied] = (await db.migrate.latest()) as [number, string[]];
  return applied;
}
