import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { Book } from '../models/book.js';
import { BookFinding } from '../models/book-finding.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

const order = ['created_at', 'id'] as const;

/** A page of the books that an organization has sent, the latest first. */
export async function listBooks(
  db: Database,
  organizationId: string,
  limits: { offset: number; limit: number; countUpTo: number },
): Promise<{ books: Book[] } & Omit<ReadPage, 'ids'>> {
  const page = { table: 'books', organizationId, order, countedBy: order, ...limits } as const;
  const { ids, ...counted } = await readSeenPage(db, { ...page, narrow: () => undefined });
  const newest = order.map((column) => ({ column, order: 'desc' as const }));
  return { books: await Book.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** A book of an organization; undefined if it has none with the id. */
export async function findBook(db: Knex, organizationId: string, bookId: string): Promise<Book | undefined> {
  return Book.query(db).findById(bookId).modify('visibleTo', organizationId);
}

/** A page of the findings of a book, in their order, and the number of those that are kept. */
export async function findingsOfBook(
  db: Knex,
  bookId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ findings: BookFinding[]; total: number }> {
  const ofBook = () => BookFinding.query(db).where('book_id', bookId);
  const [last, findings] = await Promise.all([
    ofBook().orderBy('number', 'desc').first(),
    ofBook().where('number', '>', offset).orderBy('number').limit(limit),
  ]);
  return { findings, total: last?.number ?? 0 };
}

/** The bytes of a file of a book that has not ended; undefined if it has no such file. */
export async function fileOfBook(db: Knex, bookId: string, name: string): Promise<Buffer | undefined> {
  const file = await db('book_files').where({ book_id: bookId, name }).first('bytes');
  return file?.bytes;
}

/** The names of the files of a book that has not ended. */
export async function filesOfBook(db: Knex, bookId: string): Promise<string[]> {
  return db('book_files').where('book_id', bookId).orderBy('name').pluck('name');
}
