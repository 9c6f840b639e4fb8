import { BookCheck, type Checked } from '../../db/book/check-book.js';
import { type Loaded, loadClients, loadPolicies } from '../../db/book/load-book.js';
import { raiseCounters } from '../../db/book/read-surroundings.js';
import { BookReceipt, type ReceiptRow } from '../../db/book/receipt.js';
import type { Database } from '../../db/database.js';
import { Product } from '../../db/models/product.js';
import type { BookLine, PlacedFinding } from '../../domain/book/book-line.js';
import type { KeepingDocuments } from '../making/keep-document.js';
import { DocumentsCheck } from './check-documents.js';
import { loadDocuments } from './load-documents.js';
import type { OpenedBook } from './open-book.js';
import { batchesOf } from './read-lines.js';

/** What the steps on a book are told with. */
export interface BookStep {
  db: Database;
  /** So many records are read and written at once. */
  atOnce: number;
  /** What is wrong with a batch of records, after each. */
  found(findings: readonly PlacedFinding[], records: number): void | Promise<void>;
}

/** How many records of a kind were loaded, and how many were here before. */
export type LoadedCounts = Record<'clients' | 'policies' | 'documents', Pick<Loaded, 'loaded' | 'known'>>;

/** Says everything that is wrong in a book, without writing, and rates its terms again. */
export async function checkBook(
  { db, atOnce, found }: BookStep,
  { book, reading }: OpenedBook,
): Promise<Checked & { documents: number }> {
  const check = new BookCheck(db, reading);
  for await (const lines of batchesOf(book.clients(), atOnce))
    await found(await check.clients(lines), lines.length);
  for await (const lines of batchesOf(book.policies(), atOnce))
    await found(await check.policies(lines), lines.length);
  const documents = new DocumentsCheck({ db, reading, source: book.source, check });
  for await (const lines of batchesOf(book.documents(), atOnce))
    await found(await documents.add(lines), lines.length);
  return { ...check.checked, documents: documents.count };
}

/** Writes what is not here yet, with the documents. What cannot be written is told, and the rest is written. */
export async function loadBook(
  step: BookStep & { keeping: KeepingDocuments },
  { book, reading }: OpenedBook,
): Promise<LoadedCounts> {
  const { db, keeping } = step;
  const clients = await all(step, book.clients(), (lines) => loadClients(db, lines, reading));
  const policies = await all(step, book.policies(), (lines) => loadPolicies(db, lines, reading));
  const documents = await all(step, book.documents(), (lines) =>
    loadDocuments({ db, keeping, reading, source: book.source }, lines),
  );
  const products = await Product.query(db).modify('ownedBy', reading.places.insurer.id).select('id');
  const own = (book.manifest.numbers ?? []).filter(({ productId }) =>
    products.some(({ id }) => id === productId),
  );
  await db.transaction((trx) => raiseCounters(trx, own));
  return { clients, policies, documents };
}

async function all(
  { atOnce, found }: BookStep,
  lines: AsyncIterable<BookLine>,
  load: (batch: BookLine[]) => Promise<Loaded>,
): Promise<Pick<Loaded, 'loaded' | 'known'>> {
  const counts = { loaded: 0, known: 0 };
  const batches = batchesOf(lines, atOnce);
  // On two connections: the database writes a batch while the process reads the next.
  const loadEach = async () => {
    for await (const batch of batches) {
      const { loaded, known, findings } = await load(batch);
      counts.loaded += loaded;
      counts.known += known;
      await found(findings, batch.length);
    }
  };
  const loading = [loadEach(), loadEach()];
  await Promise.allSettled(loading);
  await Promise.all(loading);
  return counts;
}

/** Compares what a book brings with what is here, to the cent; policies that differ are told. */
export async function compareBook(
  { db, atOnce, found }: BookStep,
  { book, reading }: OpenedBook,
): Promise<ReceiptRow[]> {
  const receipt = new BookReceipt(db, reading);
  for await (const lines of batchesOf(book.policies(), atOnce))
    await found(await receipt.add(lines), lines.length);
  return receipt.rows;
}
