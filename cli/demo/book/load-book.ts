import type { PoolClient } from 'pg';
import { copyRows, copyText, withConnection } from '../../../db/copy-rows.js';
import type { Database } from '../../../db/database.js';
import { contentHash } from '../../../domain/canonical-json.js';
import { numberScope, policyNumber } from '../../../domain/policy/numbering.js';
import { policySettingsOf } from '../../../domain/product/policy-settings.js';
import { answersOf, type Book, type BookPolicy } from './book.js';
import { filled, type SlotValues } from './slots.js';
import { type BookTable, bookTableNames, bookTables } from './tables.js';

export interface LoadedBook {
  policies: number;
  clients: number;
  rows: number;
}

/** Rows of a transaction: enough to be fast, and little to be lost by an interruption. */
const policiesAtOnce = 2_000;
const policiesOfALargeBook = 100_000;
const patienceMs = 3_600_000;

const eventColumns = [
  ...['trigger_request_id', 'organization_id', 'type', 'product_id', 'product_version_id', 'envelope'],
  ...['envelope_sha256', 'plan', 'state', 'trigger_result', 'as_configured_at', 'created_at', 'closed_at'],
] as const;

/**
 * Fills a database with the policies of a book, some thousand a transaction. Policy numbers are taken from the products'
 * counters, as issuing does. `signal` ends it between two transactions: what was loaded by then stays.
 */
export async function loadBook(
  db: Database,
  book: Book,
  options: { policies: number; now: Date; reached?: (done: number) => void; signal?: AbortSignal },
): Promise<LoadedBook> {
  const loaded: LoadedBook = { policies: 0, clients: 0, rows: 0 };
  await withConnection(db, async (connection) => {
    const searched = await prepare(connection, options.policies);
    try {
      for (let first = 0; first < options.policies; first += policiesAtOnce) {
        options.signal?.throwIfAborted();
        const count = Math.min(policiesAtOnce, options.policies - first);
        const policies = Array.from({ length: count }, (_, offset) => book.policy(first + offset));
        await inTransaction(connection, () =>
          loadPolicies(connection, book, policies, { loaded, searched, now: options.now }),
        );
        options.reached?.(first + count);
      }
      // Fresh statistics, and a visibility map that lets searches read indexes alone.
      for (const table of ['events', ...bookTableNames, 'policy_search', 'policy_parties']) {
        await connection.query(`vacuum (analyze) ${table}`);
      }
    } finally {
      await connection.query('reset all');
    }
  });
  return loaded;
}

/**
 * Sets a connection up for bulk. A large book is written without looking up what each row refers to where the server
 * lets us, as it does a superuser: a book is made so that everything is there. That leaves out the triggers that keep
 * the search, too: answers whether they run.
 */
async function prepare(connection: PoolClient, policies: number): Promise<boolean> {
  await connection.query(`set statement_timeout = ${patienceMs}; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set gin_pending_list_limit = '256MB'`);
  if (policies < policiesOfALargeBook) return true;
  return connection.query('set session_replication_role = replica').then(
    () => false,
    () => true,
  );
}

async function loadPolicies(
  connection: PoolClient,
  book: Book,
  policies: readonly BookPolicy[],
  { loaded, searched, now }: { loaded: LoadedBook; searched: boolean; now: Date },
): Promise<void> {
  const numbers = await takeNumbers(connection, book, policies);
  const lines = Object.fromEntries(bookTableNames.map((table) => [table, [] as string[]])) as Record<
    BookTable,
    string[]
  >;
  for (const [place, policy] of policies.entries()) {
    const values: SlotValues = { ...policy.values, policyNumber: numbers[place] ?? '' };
    if (policy.client) lines.clients.push(clientLine(policy, policy.client));
    for (const [table, template] of policy.template.lines) lines[table].push(filled(template, values));
  }
  await addEvents(connection, book, policies, now);
  for (const table of bookTableNames) {
    await copyRows(connection, { table, columns: bookTables[table] }, lines[table]);
    loaded.rows += lines[table].length;
  }
  if (!searched) {
    const ids = policies.map((policy) => book.idOf(policy));
    await connection.query('select write_policy_search($1)', [ids]);
  }
  loaded.policies += policies.length;
  loaded.clients += lines.clients.length;
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

/** The policies' numbers, in their order: a range of each counter is taken at once. */
async function takeNumbers(
  connection: PoolClient,
  book: Book,
  policies: readonly BookPolicy[],
): Promise<string[]> {
  const scopes = policies.map(({ template }) => scopeOf(book, template));
  const counts = new Map<string, { productId: string; scope: string; count: number }>();
  for (const { productId, scope } of scopes) {
    const key = `${productId} ${scope}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { productId, scope, count: 1 });
  }
  const next = new Map<string, bigint>();
  // Always in the same order, so that two who take numbers do not wait for each other.
  for (const [key, { productId, scope, count }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await connection.query<{ last: string }>(
      `insert into policy_numbers (product_id, scope, last) values ($1, $2, $3)
        on conflict (product_id, scope) do update set last = policy_numbers.last + excluded.last returning last`,
      [productId, scope, count],
    );
    next.set(key, BigInt(rows[0]?.last ?? count) - BigInt(count));
  }
  return scopes.map(({ productId, scope, pattern, numbered }) => {
    const key = `${productId} ${scope}`;
    const sequence = (next.get(key) ?? 0n) + 1n;
    next.set(key, sequence);
    return policyNumber(pattern, numbered, sequence);
  });
}

function scopeOf(book: Book, { productIndex, begunOn }: BookPolicy['template']) {
  const { version } = productAt(book, productIndex);
  const { pattern } = policySettingsOf(version.definition).numbering;
  const numbered = { productKey: version.definition.key, effectiveDate: begunOn };
  return { productId: version.productId, scope: numberScope(pattern, numbered), pattern, numbered };
}

/** Quotes are of events. Those of the book are of a few, which say nothing but that they are over. */
async function addEvents(
  connection: PoolClient,
  book: Book,
  policies: readonly BookPolicy[],
  now: Date,
): Promise<void> {
  const events = new Map(policies.map((policy) => [policy.values.event, policy.template]));
  const ids = [...events.keys()];
  const { rows } = await connection.query<{ id: string }>(
    'select trigger_request_id as id from events where trigger_request_id = any ($1)',
    [ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const lines = [...events]
    .filter(([id]) => !known.has(id))
    .map(([id, { productIndex, sellerId }]) => {
      const { version } = productAt(book, productIndex);
      const envelope = {
        type: 'GET_QUOTES',
        lineId: version.productId,
        batchMode: false,
        forceSync: false,
        source: { sourceType: 'TEST', organizationId: sellerId },
        payload: { effectiveDate: now.toISOString().slice(0, 10), intake: {} },
      };
      const row: Record<(typeof eventColumns)[number], unknown> = {
        trigger_request_id: id,
        organization_id: sellerId,
        type: envelope.type,
        product_id: version.productId,
        product_version_id: version.versionId,
        envelope,
        envelope_sha256: contentHash(envelope),
        plan: {},
        state: 'COMPLETED',
        trigger_result: {
          triggerRequestId: id,
          executedActionCount: 0,
          expectedResponseCount: 0,
          metadata: {},
        },
        as_configured_at: now,
        created_at: now,
        closed_at: now,
      };
      return `${eventColumns.map((column) => copyText(row[column])).join('\t')}\n`;
    });
  await copyRows(connection, { table: 'events', columns: eventColumns }, lines);
}

function productAt(book: Book, index: number) {
  const product = book.products[index];
  if (product === undefined) throw new RangeError(`The book has no product ${index}.`);
  return product;
}

async function inTransaction(connection: PoolClient, work: () => Promise<void>): Promise<void> {
  await connection.query('begin');
  try {
    await work();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}
