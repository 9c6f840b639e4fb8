import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFolder } from '../../cli/book/open-book.js';
import { demoCarrier } from '../../cli/demo/organizations.js';
import { exportedColumns, exportedTables } from '../../db/book/exported-tables.js';
import { type Loaded, loadClients, loadPolicies } from '../../db/book/load-book.js';
import type { BookVersion } from '../../db/book/read-installation.js';
import { raiseCounters } from '../../db/book/read-surroundings.js';
import type { Database } from '../../db/database.js';
import { importVersion } from '../../db/products/import-version.js';
import { loadDocuments } from '../../documents/book/load-documents.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import type { BookLine } from '../../domain/book/book-line.js';
import { withIdsOf } from '../../domain/book/installed-rows.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { readProductFile } from '../../domain/product/file/product-file.js';

/** The lines of a file of a book. */
export async function linesOf<Line>(folder: string, name: string): Promise<Line[]> {
  const text = await readFile(path.join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Imports the products of a book for the organizations that have the names of their owners. */
export async function importProducts(db: Database, folder: string): Promise<void> {
  const imported = new Set<string>();
  for (const { file, owner } of await linesOf<BookVersion>(folder, 'products/versions.ndjson')) {
    if (imported.has(file)) continue;
    imported.add(file);
    const { definition } = readProductFile(await readFile(path.join(folder, file), 'utf8'), 'YAML');
    if (!definition) throw new Error(`${file} is no product`);
    const { id } = await db('organizations').where({ name: owner }).first('id');
    const sha256 = contentHash(definition);
    await importVersion(db, { definition, sha256, ownerOrganizationId: id, createdBy: { name: 'Test' } });
  }
}

/** Loads an exported book, as `book load` does; the ids that have another one here. */
export async function loadBook(db: Database, folder: string): Promise<ReadonlyMap<string, string>> {
  const { book, reading } = await openFolder(db, folder, { organization: demoCarrier.name });
  const all = async (lines: AsyncIterable<BookLine>) => {
    const read: BookLine[] = [];
    for await (const line of lines) read.push(line);
    return read;
  };
  const done = async (loading: Promise<Loaded>) => {
    const { findings } = await loading;
    if (findings.length > 0) throw new Error(JSON.stringify(findings));
  };
  await done(loadClients(db, await all(book.clients()), reading));
  const policies = await all(book.policies());
  // In two batches, so that something refers from one to the other.
  const half = Math.ceil(policies.length / 2);
  await done(loadPolicies(db, policies.slice(half), reading));
  await done(loadPolicies(db, policies.slice(0, half), reading));
  const urls = new FileUrls({ environment: 'DEV', baseUrl: null });
  const keeping = { store: new DocumentStores(db), urls };
  await done(loadDocuments({ db, keeping, reading, source: book.source }, await all(book.documents())));
  await db.transaction((trx) => raiseCounters(trx, book.manifest.numbers ?? []));
  return reading.installation?.ids ?? new Map();
}

/** The ids of a book's organizations and product versions that have another one here; also of those of another installation. */
export async function idsOfBook(
  db: Database,
  folder: string,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const { reading } = await openFolder(db, folder, { organization: demoCarrier.name });
  const ids = reading.installation?.ids ?? new Map<string, string>();
  return new Map([...ids].map(([id, own]) => [elsewhere.get(id) ?? id, own]));
}

/** Columns that an import does not keep: events and transactions are elsewhere. */
const differing = new Set(['trigger_request_id', 'next_look_at', 'provider', 'issued_in']);

/** All rows of a book's tables, with columns that a move does not keep left out, as sorted texts by table. */
export async function everyRow(
  db: Database,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const others = ['clients', 'client_answer_history', 'documents', 'policy_search'];
  for (const table of [...exportedTables.map((each) => each.table), ...others]) {
    if (table === 'events') continue;
    const rows: Record<string, unknown>[] = await db(table).select(
      db.raw('row_to_json(??.*)::text as row', [table]),
    );
    const exported = exportedTables.find((each) => each.table === table);
    const names =
      exported && exportedColumns(exported, Object.keys(JSON.parse(String(rows[0]?.row ?? '{}'))));
    const left = new Set([...differing, 'seq', 'parties_id']);
    all[table] = rows
      .map(({ row }) => {
        const kept = Object.entries(JSON.parse(String(row))).filter(
          ([name]) => !left.has(name) && (names?.includes(name) ?? true),
        );
        return JSON.stringify(withIdsOf({ ids }, Object.fromEntries(kept)));
      })
      .sort();
  }
  return all;
}
