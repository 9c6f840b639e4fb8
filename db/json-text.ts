import type { Knex } from 'knex';
import type { ClientBase } from 'pg';

/** A member of an object: its name and the SQL of its value. A member whose value is null is left out. */
export interface Member {
  name: string;
  sql: string;
  /**
   * `plain`: a text that needs no escapes, such as an id, a date or a name of the service; `text`: any other text;
   * `json`: a number, a boolean or JSON.
   */
  as: 'plain' | 'text' | 'json';
}

export const plain = (name: string, sql: string): Member => ({ name, sql, as: 'plain' });
export const text = (name: string, sql: string): Member => ({ name, sql, as: 'text' });
export const json = (name: string, sql: string): Member => ({ name, sql, as: 'json' });

/** A member that is sent as `null`, too. */
export function orNull({ name, sql, as }: Member): Member {
  const value =
    as === 'plain' ? `'"' || ${sql} || '"'` : as === 'text' ? `to_json(${sql})::text` : `(${sql})::text`;
  return json(name, `coalesce(${value}, 'null')`);
}

/** An instant in UTC with milliseconds, as JavaScript writes it. */
export const instant = (name: string, column: string): Member => plain(name, isoOf(column));

export function isoOf(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The SQL of an object's JSON text. PostgreSQL concatenates it, and the service sends it without parsing. The first
 * member must not be null.
 */
export function objectText(members: readonly Member[]): string {
  const parts = members.map(({ name, sql, as }, index) => {
    const before = `${index === 0 ? '{' : ','}"${name}":`;
    if (as === 'plain') return `'${before}"' || ${sql} || '"'`;
    return as === 'text' ? `'${before}' || to_json(${sql})::text` : `'${before}' || (${sql})::text`;
  });
  return `concat(${[...parts, `'}'`].join(', ')})`;
}

export interface TextStatement {
  /** Each connection plans a statement with a name once. */
  name?: string;
  /** With a question mark for each value. */
  sql: string;
}

/** The numbered text of each statement: knex numbers a statement's values each time. */
const numbered = new WeakMap<TextStatement, string>();

/**
 * The first row of a statement, as an array; undefined if it has none. It goes to the driver directly: knex takes about
 * as long as the driver itself.
 */
export async function readRow<Row extends unknown[] = (string | null)[]>(
  db: Knex,
  statement: TextStatement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const { client } = db as unknown as KnexWithDriver;
  const text = numberedText(statement);
  // As knex does: for those who count statements.
  client.emit('query', { sql: text, bindings: values });
  const connection = await client.acquireConnection();
  try {
    const { rows } = await connection.query<Row>({
      ...(statement.name !== undefined && { name: statement.name }),
      ...{ text, values: [...values], rowMode: 'array' },
    });
    return rows[0];
  } finally {
    client.releaseConnection(connection);
  }
}

/** The statement as the driver takes it: with numbered values. */
export function numberedText(statement: TextStatement): string {
  const known = numbered.get(statement);
  if (known !== undefined) return known;
  let count = 0;
  const made = statement.sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
  numbered.set(statement, made);
  return made;
}

/** The part of knex that lends a connection of the pool, or that of a transaction. */
interface KnexWithDriver {
  client: {
    emit(event: 'query', statement: { sql: string; bindings: readonly unknown[] }): void;
    acquireConnection(): Promise<ClientBase>;
    releaseConnection(connection: ClientBase): void;
  };
}
