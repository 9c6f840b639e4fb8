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
