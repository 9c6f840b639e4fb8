import type { Knex } from 'knex';
import type { ClientBase, QueryConfig, QueryResultRow } from 'pg';

/** A statement that goes to the driver directly: knex takes about as long as the driver itself. */
export interface TextStatement {
  /** Each connection plans a statement with a name once. */
  name?: string;
  /** With a question mark for each value. */
  sql: string;
}

/** The numbered text of each statement: knex numbers a statement's values each time. */
const numbered = new WeakMap<TextStatement, string>();

/** The first row of a statement, as an array; undefined if it has none. */
export async function readRow<Row extends unknown[] = (string | null)[]>(
  db: Knex,
  statement: TextStatement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const { rows } = await run(db, statement, values, (connection, query) =>
    connection.query<Row>({ ...query, rowMode: 'array' }),
  );
  return rows[0];
}

/** The rows of a statement, as objects by the names of its columns. */
export async function readRows<Row extends QueryResultRow>(
  db: Knex,
  statement: TextStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await run(db, statement, values, (connection, query) => connection.query<Row>(query));
  return rows;
}

async function run<Result>(
  db: Knex,
  statement: TextStatement,
  values: readonly unknown[],
  query: (connection: ClientBase, config: QueryConfig) => Promise<Result>,
): Promise<Result> {
  const { client } = db as unknown as KnexWithDriver;
  const { name } = statement;
  const text = numberedText(statement);
  // As knex does: for those who count statements.
  client.emit('query', { sql: text, bindings: values });
  const connection = await client.acquireConnection();
  try {
    return await query(connection, { ...(name !== undefined && { name }), text, values: [...values] });
  } catch (error) {
    client.emit('query-error', error, { sql: text, __knexUid: connection.__knexUid });
    throw error;
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
    emit(event: 'query-error', error: unknown, statement: { sql: string; __knexUid: string }): void;
    acquireConnection(): Promise<ClientBase & { __knexUid: string }>;
    releaseConnection(connection: ClientBase): void;
  };
}
