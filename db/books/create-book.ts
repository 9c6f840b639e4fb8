import { UniqueViolationError } from 'objection';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Book } from '../models/book.js';

export interface NewBook
  extends Who,
    Pick<Book, 'id' | 'organizationId' | 'mode' | 'source' | 'createdBy' | 'createdAt'> {
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Keeps a book that was sent, once for each id. `OPEN`: the organization has one that has not ended. Its workflow is to be
 * started afterwards.
 */
export async function createBook(
  db: Database,
  { files, by, origin, ...book }: NewBook,
): Promise<{ book: Book } | { refused: 'OPEN' }> {
  try {
    return await db.transaction(async (trx) => {
      const earlier = await Book.query(trx).modify('visibleTo', book.organizationId).findById(book.id);
      if (earlier !== undefined) return { book: earlier };
      const counts = { errors: 0, warnings: 0 };
      const created = await Book.query(trx)
        .insert({ ...book, counts, updatedAt: book.createdAt })
        .returning('*');
      for (const group of groupsOf(files)) {
        await trx('book_files').insert(group.map(([name, bytes]) => ({ book_id: book.id, name, bytes })));
      }
      const { id, organizationId, source, mode } = created;
      const details = { bookId: id, source, mode, files: files.size };
      await recordAudit(trx, { action: 'BOOK_SENT', organizationId, targetId: id, details, by, origin });
      return { book: created };
    });
  } catch (error) {
    if (error instanceof UniqueViolationError && error.constraint === 'books_open')
      return { refused: 'OPEN' };
    throw error;
  }
}

const most = { files: 500, bytes: 1024 * 1024 };

/** Files that are written with one statement: many small ones, or one that is large. */
function* groupsOf(files: ReadonlyMap<string, Buffer>): Generator<[string, Buffer][]> {
  let group: [string, Buffer][] = [];
  let size = 0;
  for (const file of files) {
    const [, { length }] = file;
    if (group.length === most.files || (group.length > 0 && size + length > most.bytes)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(file);
    size += length;
  }
  if (group.length > 0) yield group;
}
