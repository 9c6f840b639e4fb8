import pg from 'pg';
import { measureLoad } from './load.js';
import type { Measure } from './requests.js';

/** A statement of the service, with question marks as placeholders. */
export interface Sql {
  /** Absent if the service plans it each time. */
  name?: string;
  sql: string;
  bindings: readonly unknown[];
}

/** The statement in the driver's form; one with a name is prepared once. */
function statementOf({ name, sql, bindings }: Sql): pg.QueryConfig {
  let count = 0;
  const text = sql.replaceAll('?', () => `$${++count}`);
  return { ...(name !== undefined && { name }), text, values: [...bindings] };
}

/** Runs the statements one after the other, on one bare connection per caller, and only reads their rows. */
export function bareSql(databaseUrl: string, statements: readonly Sql[]): Measure {
  const queries = statements.map(statementOf);
  return async (callers, durationMs) => {
    const clients = Array.from({ length: callers }, () => new pg.Client({ connectionString: databaseUrl }));
    try {
      await Promise.all(clients.map((client) => client.connect()));
      return await measureLoad(callers, durationMs, async (caller) => {
        for (const query of queries) await clients[caller]?.query(query);
      });
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  };
}
