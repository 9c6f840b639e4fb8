import { hasEnded } from '../../domain/book/sent-book.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Book } from '../models/book.js';

export interface BookToCancel extends Who {
  organizationId: string;
  bookId: string;
  /** System time. */
  now: Date;
}

/**
 * Ends a book for good, with its files. The step under way stops after the records that it is writing; what was written stays.
 * Safe to repeat. Undefined: the organization has sent no such book. `ENDED`: otherwise.
 */
export async function cancelBook(
  db: Database,
  { organizationId, bookId, now, by, origin }: BookToCancel,
): Promise<Book | 'ENDED' | undefined> {
  return db.transaction(async (trx) => {
    const book = await Book.query(trx).findById(bookId).modify('visibleTo', organizationId).forUpdate();
    if (book === undefined || book.state === 'CANCELED') return book;
    if (hasEnded(book.state)) return 'ENDED';
    const { state: step, recordsRead } = book;
    await trx('book_files').where('book_id', bookId).delete();
    const details = { bookId, step, recordsRead };
    await recordAudit(trx, {
      action: 'BOOK_CANCELED',
      organizationId,
      targetId: bookId,
      details,
      by,
      origin,
    });
    return book.$query(trx).patchAndFetch({ state: 'CANCELED', endedAt: now, updatedAt: now });
  });
}
