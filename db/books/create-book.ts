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
      for (const [name, bytes] of files) {
        await trx('book_files').insert({ book_id: book.id, name, bytes });
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
