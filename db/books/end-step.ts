import type { Knex } from 'knex';
import type { PlacedFinding } from '../../domain/book/book-line.js';
import { type BookCounts, type BookState, hasEnded, sentBookLimits } from '../../domain/book/sent-book.js';
import { type AuditEntry, recordAudit } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Book } from '../models/book.js';
import { BookFinding } from '../models/book-finding.js';

/** What a step on a book has found. */
export interface EndedStep {
  bookId: string;
  /** The step. */
  from: BookState;
  to: BookState;
  /** Replaces what was counted before. */
  counts?: Partial<BookCounts>;
  change?: Partial<Pick<Book, 'receipt' | 'failure'>>;
  findings?: readonly BookFindingToKeep[];
  /** All that the step has found. */
  errorCount?: number;
  audit?: AuditEntry | undefined;
  now: Date;
}

export type BookFindingToKeep = PlacedFinding & { isWarning: boolean };

const batchSize = 1_000;

/**
 * Records the end of a step, once: an attempt that comes later changes nothing. The files of a book that has ended are
 * deleted. Returns the book as it is then; undefined if it was deleted.
 */
export async function endStep(
  db: Database,
  { bookId, from, to, counts, change, findings = [], errorCount = 0, audit, now }: EndedStep,
): Promise<Book | undefined> {
  return db.transaction(async (trx) => {
    const book = await Book.query(trx).findById(bookId).forUpdate();
    if (book?.state !== from) return book;
    const { known, fresh } = await keepFindings(trx, bookId, findings);
    // Later steps find again what they all read.
    const isCountedAgain = known >= sentBookLimits.findings;
    const freshErrors = errorCount - findings.filter(({ isWarning }) => !isWarning).length + fresh.errors;
    const errors = isCountedAgain
      ? Math.max(book.counts.errors, errorCount)
      : book.counts.errors + freshErrors;
    const warnings = book.counts.warnings + fresh.warnings;
    if (audit !== undefined) await recordAudit(trx, audit);
    const isOver = hasEnded(to);
    if (isOver) await trx('book_files').where('book_id', bookId).delete();
    const endedAt = isOver ? now : null;
    return book.$query(trx).patchAndFetch({
      ...change,
      counts: { ...book.counts, ...counts, errors, warnings },
      state: to,
      recordsRead: 0,
      endedAt,
      updatedAt: now,
    });
  });
}

/** Adds those that an earlier step has not found. */
async function keepFindings(
  trx: Knex,
  bookId: string,
  findings: readonly BookFindingToKeep[],
): Promise<{ known: number; fresh: { errors: number; warnings: number } }> {
  const known = await BookFinding.query(trx).where('book_id', bookId);
  const said = new Set(known.map(({ place, message }) => keyOf(place, message)));
  const fresh = findings.filter(({ place, message }) => !said.has(keyOf(place, message)));
  const rows = fresh.map(({ isWarning, place, id, message }, index) => ({
    book_id: bookId,
    number: known.length + index + 1,
    is_warning: isWarning,
    place,
    record_id: id === undefined ? null : storable(id),
    message: storable(message),
  }));
  for (let at = 0; at < rows.length; at += batchSize) {
    await trx('book_findings').insert(rows.slice(at, at + batchSize));
  }
  const warnings = fresh.filter(({ isWarning }) => isWarning).length;
  return { known: known.length, fresh: { errors: fresh.length - warnings, warnings } };
}

/** Says how far a step is. False: the book has ended meanwhile, so that the step stops. */
export async function noteProgress(
  db: Database,
  bookId: string,
  recordsRead: number,
  now: Date,
): Promise<boolean> {
  const open = Book.query(db).findById(bookId).whereNull('ended_at');
  return (await open.patch({ recordsRead, updatedAt: now })) > 0;
}

const keyOf = (place: string, message: string): string => JSON.stringify([place, storable(message)]);

/** Texts of a book may have the character that PostgreSQL takes in no text. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');
