import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from './database.js';

/** A connection of the pool for commands that Knex does not support. */
export async function withConnection<Result>(
  db: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = (await db.client.acquireConnection()) as PoolClient;
  try {
    return await work(connection);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/** Adds rows by `COPY`, each a line of its text format. Much faster than inserts, with the same checks. */
export async function copyRows(
  connection: PoolClient,
  { table, columns }: { table: string; columns: readonly string[] },
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  const stream = connection.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from([Buffer.from(lines.join(''))]), stream);
}

/** A value in the text format of `COPY`; an object is written as JSON. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
