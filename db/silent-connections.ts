import type { Knex } from 'knex';
import type { ClientBase } from 'pg';

/** A connection, with the parts that the driver's types leave out. */
export interface PooledConnection extends ClientBase {
  __knexUid: string;
  /** Knex lends a connection that has a reason here no more. */
  __knex__disposed?: Error;
  connection: { stream: { destroy(): void } };
}

/**
 * Ends a connection whose server did not respond within the driver's `query_timeout`: it was cut off without a word,
 * and only new connections may reach the server. The pool's others were cut off with it, most likely: they are not
 * lent again. Kept, each would hold up one more caller for the same time.
 */
export class SilentConnections {
  readonly #open = new Map<string, PooledConnection>();

  /** Call this with each new connection of the pool. */
  watch(connection: PooledConnection): void {
    this.#open.set(connection.__knexUid, connection);
    connection.once('end', () => this.#open.delete(connection.__knexUid));
  }

  endAfterErrorsOf(database: Knex): void {
    database.on('query-error', (error: Error, { __knexUid }: { __knexUid: string }) => {
      const silent = this.#open.get(__knexUid);
      if (silent === undefined || error.message !== 'Query read timeout') return;
      for (const connection of this.#open.values()) connection.__knex__disposed = error;
      // At once, or the `ROLLBACK` of a transaction would be waited for, too.
      silent.connection.stream.destroy();
    });
  }
}
