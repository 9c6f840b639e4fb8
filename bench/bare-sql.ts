import pg from 'pg';
import { numberedText, type TextStatement } from '../db/text-statement.js';
import { measureLoad } from './load.js';
import type { Measure } from './requests.js';

/** A statement of the service. */
export interface Sql extends TextStatement {
  bindings: readonly unknown[];
}

/** The statement in the driver's form; one with a name is prepared once. */
function queryOf(statement: Sql): pg.QueryConfig {
  const { name, bindings } = statement;
  return { ...(name !== undefined && { name }), text: numberedText(statement), values: [...bindings] };
}

/** Runs the statements one after the other, on one bare connection per caller, and only reads their rows. */
export function bareSql(databaseUrl: string, statements: readonly Sql[]): Measure {
  const queries = statements.map(queryOf);
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
