import type { PoolClient } from 'pg';
import { copyRows, copyText, withConnection } from '../../../db/copy-rows.js';
import type { Database } from '../../../db/database.js';
import { addEvents } from './add-events.js';
import { answersOf, type Book, type BookPolicy } from './book.js';
import { inTransaction, prepareForBulk, writeUnchecked } from './bulk-connection.js';
import { filled, type SlotValues } from './slots.js';
import { type BookTable, bookTableNames, bookTables } from './tables.js';
import { takeNumbers } from './take-numbers.js';

export interface LoadedBook {
  policies: number;
  clients: number;
  rows: number;
}

export interface BookLoad {
  policies: number;
  now: Date;
  /** Load without foreign key checks if possible: all references of a book are valid. */
  unchecked: boolean;
  reached?: (done: number) => void;
  signal?: AbortSignal;
}

/**
 * The connections that rows are written on: one for all, or a second one for quotes, which are half of the
 * work.
 */
interface Writers {
  main: PoolClient;
  quotes: PoolClient | null;
}

/** Policies per transaction: enough to be fast, few enough to lose little to an interruption. */
const policiesAtOnce = 2_000;

/**
 * Fills a database with the policies of a book, some thousand per transaction. Policy numbers are taken from
 * the products' counters, as issuing does. `signal` ends it between two transactions; loaded policies remain.
 */
export async function loadBook(db: Database, book: Book, load: BookLoad): Promise<LoadedBook> {
  const loaded: LoadedBook = { policies: 0, clients: 0, rows: 0 };
  await bulkWriting(db, load, async (writers) => {
    for (let first = 0; first < load.policies; first += policiesAtOnce) {
      load.signal?.throwIfAborted();
      const count = Math.min(policiesAtOnce, load.policies - first);
      const policies = Array.from({ length: count }, (_, offset) => book.policy(first + offset));
      await inTransaction(writers.main, () =>
        writePolicies(writers, book, policies, { loaded, now: load.now }),
      );
      load.reached?.(first + count);
    }
    // Fresh statistics, and a visibility map for index-only searches.
    for (const table of ['events', ...bookTableNames, 'policy_search', 'policy_parties']) {
      await writers.main.query(`vacuum (analyze) ${table}`);
    }
  });
  return loaded;
}

async function bulkWriting(
  db: Database,
  { unchecked }: BookLoad,
  work: (writers: Writers) => Promise<void>,
): Promise<void> {
  await prepared(db, async (main) => {
    if (!unchecked || !(await writeUnchecked(main))) return work({ main, quotes: null });
    return prepared(db, async (quotes) => {
      await writeUnchecked(quotes);
      await work({ main, quotes });
    });
  });
}

async function prepared(db: Database, work: (connection: PoolClient) => Promise<void>): Promise<void> {
  await withConnection(db, async (connection) => {
    await prepareForBulk(connection);
    await work(connection).finally(() => connection.query('reset all'));
  });
}

async function writePolicies(
  { main, quotes }: Writers,
  book: Book,
  policies: readonly BookPolicy[],
  { loaded, now }: { loaded: LoadedBook; now: Date },
): Promise<void> {
  const lines = linesOf(policies, await takeNumbers(main, book, policies));
  await addEvents(main, book, policies, now);
  const copy = (connection: PoolClient, table: BookTable) =>
    copyRows(connection, { table, columns: bookTables[table] }, lines[table]);
  if (quotes === null) {
    for (const table of bookTableNames) await copy(main, table);
  } else {
    const others = async () => {
      for (const table of bookTableNames) if (table !== 'quotes') await copy(main, table);
      // The triggers of unchecked loading do not run.
      await main.query('select write_policy_search($1)', [policies.map((policy) => book.idOf(policy))]);
    };
    await settled([others(), inTransaction(quotes, () => copy(quotes, 'quotes'))]);
  }
  loaded.policies += policies.length;
  loaded.clients += lines.clients.length;
  loaded.rows += bookTableNames.reduce((rows, table) => rows + lines[table].length, 0);
}

/** Waits for both even if one fails: a connection cannot be used by two at once. */
async function settled(writing: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(writing);
  await Promise.all(writing);
}

function linesOf(policies: readonly BookPolicy[], numbers: readonly string[]): Record<BookTable, string[]> {
  const lines = Object.fromEntries(bookTableNames.map((table) => [table, [] as string[]])) as Record<
    BookTable,
    string[]
  >;
  for (const [place, policy] of policies.entries()) {
    const values: SlotValues = { ...policy.values, policyNumber: numbers[place] ?? '' };
    if (policy.client) lines.clients.push(clientLine(policy, policy.client));
    for (const [table, template] of policy.template.lines) lines[table].push(filled(template, values));
  }
  return lines;
}

function clientLine({ template }: BookPolicy, { id, insured }: NonNullable<BookPolicy['client']>): string {
  const since = new Date(template.issuedAt.getTime() - 30 * 86_400_000);
  const row: Record<(typeof bookTables.clients)[number], unknown> = {
    id,
    organization_id: template.sellerId,
    name: insured.name,
    type: 'COMMERCIAL',
    status: 'CLIENT',
    answers: answersOf(insured, template),
    answers_valid_from: since,
    created_at: since,
    updated_at: template.issuedAt,
  };
  return `${bookTables.clients.map((column) => copyText(row[column])).join('\t')}\n`;
}
