import type { Client } from 'pg';

/** The tables that a fired `GET_QUOTES` fills, with the ids in them that each copy has for itself. */
const tables = [
  { table: 'events', by: 'trigger_request_id', ids: ['trigger_request_id'] },
  { table: 'action_runs', by: 'trigger_request_id', ids: ['trigger_request_id', 'request_id'] },
  {
    table: 'quotes',
    by: 'trigger_request_id',
    ids: ['request_id', 'trigger_request_id', 'package_request_id'],
  },
  { table: 'quote_worksheets', by: 'request_id', ids: ['request_id'] },
];
const copiesAtOnce = 250;

/**
 * Copies quotes with their events, actions and worksheets until there are `count` more, spread over the year before
 * now. The copies differ by their ids and times only.
 *
 * @param triggers the events to copy, by their `triggerRequestId`; all of them have ended.
 */
export async function fillYear(
  client: Client,
  {
    triggers,
    count,
    progress,
  }: { triggers: readonly string[]; count: number; progress: (made: number) => void },
): Promise<void> {
  const copies = Math.ceil(count / triggers.length);
  const inserts: string[] = [];
  for (const each of tables) inserts.push(await insertOf(client, each));
  // Copies refer to copies: neither foreign keys nor triggers have anything to add.
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  for (let from = 1; from <= copies; from += copiesAtOnce) {
    const to = Math.min(from + copiesAtOnce - 1, copies);
    for (const insert of inserts) await client.query(insert, [triggers, from, to, copies]);
    progress(to * triggers.length);
  }
  await client.query('reset session_replication_role');
  await client.query('vacuum (analyze) events, action_runs, quotes, quote_worksheets');
}

async function insertOf(client: Client, { table, by, ids }: (typeof tables)[number]): Promise<string> {
  const { rows } = await client.query(
    `select column_name as name, data_type = 'timestamp with time zone' as "isTime" from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const expressionOf = ({ name, isTime }: { name: string; isTime: boolean }) => {
    if (ids.includes(name)) return `md5(${name}::text || copy)::uuid`;
    return isTime ? `${name} - age` : name;
  };
  const where =
    by === 'trigger_request_id'
      ? `${by} = any ($1::uuid[])`
      : `${by} in (select request_id from quotes where trigger_request_id = any ($1::uuid[]))`;
  return `insert into ${table} (${rows.map(({ name }) => name)})
    select ${rows.map(expressionOf)} from ${table}, generate_series($2::int, $3::int) copy,
      lateral (select interval '365 days' * copy / $4::float as age) aged where ${where}`;
}

/** Rows and bytes of the tables, indexes and long values included. */
export async function sizes(client: Client): Promise<string> {
  const lines: string[] = [];
  for (const { table } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as rows, pg_total_relation_size($1::text::regclass)::float as bytes from ${table}`,
      [table],
    );
    const { rows: count, bytes } = rows[0];
    lines.push(`${table}: ${count} rows, ${(bytes / 2 ** 30).toFixed(2)} GiB`);
  }
  return lines.join('; ');
}
