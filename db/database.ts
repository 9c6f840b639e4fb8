import knex, { type Knex } from 'knex';
import pg, { type ClientBase } from 'pg';
import { type PooledConnection, SilentConnections } from './silent-connections.js';

export type Database = Knex;

// `DATE` as `YYYY-MM-DD` and `NUMERIC` as its exact decimal text, instead of a JavaScript Date or float.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text);

export interface DatabaseSettings {
  url: string;
  /** The most connections that this process opens. About 5 is best on a small machine. */
  poolSize: number;
  applicationName: string;
  /** Called with each new connection. */
  onConnection?: ((connection: ClientBase) => void) | undefined;
  /**
   * The time limit of a statement, and of waiting for a connection; a transaction may be idle for three times as long. No
   * limits if absent.
   */
  patienceMs?: number;
}

/** Opens a pool; it connects at the first query. Close it with `database.destroy()`. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { url, poolSize, applicationName, onConnection, patienceMs } = settings;
  const silent = new SilentConnections();
  const afterCreate = (connection: PooledConnection, done: (error: null, made: ClientBase) => void) => {
    silent.watch(connection);
    onConnection?.(connection);
    done(null, connection);
  };
  const database = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      ...(patienceMs !== undefined && {
        statement_timeout: patienceMs,
        // A process that is cut off must not keep its locks for hours.
        idle_in_transaction_session_timeout: 3 * patienceMs,
        connectionTimeoutMillis: patienceMs,
        // Later than the server's timeout: only for a server that does not respond at all.
        query_timeout: patienceMs + 2_000,
      }),
    },
    pool: {
      min: 0,
      max: poolSize,
      afterCreate,
      ...(patienceMs !== undefined && { acquireTimeoutMillis: patienceMs }),
    },
    migrations: { tableName: 'migrations' },
    asyncStackTraces: false,
    compileSqlOnError: false,
    // Knex's warnings are also thrown as errors, and logged where those are handled.
    log: { warn: quiet, error: quiet, deprecate: quiet, debug: quiet },
  });
  database.on('query-error', removeStatement);
  silent.endAfterErrorsOf(database);
  return database;
}

/** Knex puts the statement before the message, which logs, Temporal and the action's record show. */
function removeStatement(error: Error, { sql }: { sql: string }): void {
  if (error.message.startsWith(sql)) error.message = error.message.slice(`${sql} - `.length);
}

function quiet(): void {}
