import type { Knex } from 'knex';
import type { Rows } from '../../domain/book/rows.js';
import type { Json, JsonObject } from '../../domain/ground/json.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { type Columns, columnsOf } from '../columns-of.js';
import { copyIn } from '../copy-rows.js';

/**
 * The tables that take rows of a book, each after those that it refers to. Triggers write the accounts' journal from statements,
 * payments and refunds. Lines that are written before, such as those of moved due dates, are not written again.
 */
export const writtenTables: readonly string[] = [
  ...['clients', 'client_answer_history', 'events', 'quotes', 'quote_worksheets'],
  ...['policies', 'policy_quotes', 'policy_changes', 'policy_events'],
  ...['account_journal', 'statements', 'ledger_entries', 'ledger_journal'],
  ...['payment_sessions', 'payments', 'payment_refunds', 'payment_allocations'],
  ...['documents', 'document_pieces'],
];

/**
 * Adds the rows of many policies, with all checks and triggers. Policies that were rewritten are linked once both are there.
 * Throws a `RangeError` that names a table or a column that is not known, or a value that no column holds.
 */
export async function writeRows(trx: Knex.Transaction, rows: Rows): Promise<void> {
  for (const table of Object.keys(rows)) {
    if (!writtenTables.includes(table)) {
      throw new RangeError(`${table} is no table of a book${suggestion(table, writtenTables)}`);
    }
  }
  const columns = await columnsOf(trx, Object.keys(rows));
  for (const table of writtenTables) {
    const known = columns.get(table) ?? new Map();
    for (const { columns: named, lines } of linesOf(table, rows[table] ?? [], known)) {
      await copyIn(trx, { table, columns: named.map(({ name }) => name) }, lines);
    }
    if (table === 'policies') await linkRewritten(trx, rows.policies ?? []);
  }
}

interface Lines {
  columns: readonly ColumnText[];
  lines: string[];
}

interface ColumnText {
  name: string;
  /** A value of it in the text format of `COPY`. */
  text: (value: Json) => string;
}

/** The rows as lines of `COPY`. Those that leave other columns to their defaults are apart. */
function linesOf(table: string, rows: readonly JsonObject[], columns: Columns): Iterable<Lines> {
  const named = namesIn(table, rows, columns).map((name) => columnText(table, name, columns));
  const optional = named.filter(({ name }) => columns.get(name)?.hasDefault);
  const alike = new Map<string, Lines>();
  for (const row of rows) {
    // A book has millions of rows: their texts are appended, without lists in between.
    let missing = '';
    for (const { name } of optional) if (row[name] === undefined) missing += `${name},`;
    let known = alike.get(missing);
    if (known === undefined) {
      const left = new Set(missing.split(','));
      known = { columns: named.filter(({ name }) => !left.has(name)), lines: [] };
      alike.set(missing, known);
    }
    let line = '';
    for (const { name, text } of known.columns) {
      const value = row[name];
      line += value === undefined || value === null ? '\t\\N' : `\t${text(value)}`;
    }
    known.lines.push(`${line.slice(1)}\n`);
  }
  return alike.values();
}

/** The columns that rows name. */
function namesIn(table: string, rows: readonly JsonObject[], columns: Columns): string[] {
  const named = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) {
      if (named.has(name)) continue;
      if (!columns.has(name)) {
        throw new RangeError(`${table}.${name} is no column of a book${suggestion(name, columns.keys())}`);
      }
      named.add(name);
    }
  }
  return [...named];
}

/** What the values of a column are in the text format of `COPY`. */
function columnText(table: string, name: string, columns: Columns): ColumnText {
  // They are linked once both are there.
  if (table === 'policies' && links.includes(name)) return { name, text: () => '\\N' };
  const type = columns.get(name)?.type;
  if (type === 'jsonb') return { name, text: (value) => escaped(JSON.stringify(value)) };
  const plain = (value: Json): string => {
    if (typeof value === 'object') throw new RangeError(`${table}.${name} holds no object or list`);
    return String(value);
  };
  if (type === 'bytea') {
    return { name, text: (value) => `\\\\x${Buffer.from(plain(value), 'base64').toString('hex')}` };
  }
  return { name, text: (value) => escaped(plain(value)) };
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string);

const links = ['rewritten_from', 'rewritten_to'];

/** A rewritten policy and the one in its place name each other, so that neither can be written with its link first. */
async function linkRewritten(trx: Knex.Transaction, policies: readonly JsonObject[]): Promise<void> {
  const pairs = policies.flatMap(({ id, rewritten_from, rewritten_to }) => [
    ...(rewritten_from ? [{ earlier: rewritten_from, later: id }] : []),
    ...(rewritten_to ? [{ earlier: id, later: rewritten_to }] : []),
  ]);
  if (pairs.length === 0) return;
  // One after the other: of two at the same time neither would see the other's policy.
  await trx.raw("select pg_advisory_xact_lock(hashtext('ioi rewritten policies'))");
  const linked = `
    with pairs as materialized (
      select distinct earlier.id as earlier, later.id as later
      from jsonb_to_recordset(cast(:pairs as jsonb)) pair (earlier uuid, later uuid)
      join policies earlier on earlier.id = pair.earlier
      join policies later on later.id = pair.later
    )`;
  const bindings = { pairs: JSON.stringify(pairs) };
  await trx.raw(
    `${linked} update policies set rewritten_to = pairs.later from pairs where id = pairs.earlier`,
    bindings,
  );
  await trx.raw(
    `${linked} update policies set rewritten_from = pairs.earlier from pairs where id = pairs.later`,
    bindings,
  );
}
