import type { Database } from '../database.js';
import { Book } from '../models/book.js';

const batchSize = 200;

/** Books that have not ended and were not worked on since `before`. They count as worked on now. */
export async function idleBooks(db: Database, { now, before }: { now: Date; before: Date }): Promise<Book[]> {
  const idle = Book.query(db)
    .whereNull('ended_at')
    .where('updated_at', '<', before)
    .limit(batchSize)
    .select('id');
  return Book.query(db).whereIn('id', idle).patch({ updatedAt: now }).returning('*');
}
