import type { ModelObject } from 'objection';
import type { Book } from '../../db/models/book.js';
import type { BookFinding } from '../../db/models/book-finding.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import type { BookFindingView, BookView } from './schemas.js';

export function bookObject(book: ModelObject<Book>): EveryField<BookView> {
  const { id, mode, source, state, recordsRead, counts, receipt, failure, ...others } = book;
  const { createdAt, createdBy, updatedAt, endedAt, ...more } = others;
  // Not shown.
  const { organizationId, ...rest } = more;
  nothingLeft(rest);
  return {
    id,
    mode,
    source,
    state,
    recordsRead,
    counts,
    receipt: receipt ?? undefined,
    failure: failure ?? undefined,
    createdTimestamp: createdAt.toISOString(),
    createdBy,
    updatedTimestamp: updatedAt.toISOString(),
    endedTimestamp: endedAt?.toISOString(),
  };
}

export function findingObject(finding: ModelObject<BookFinding>): EveryField<BookFindingView> {
  const { isWarning, place, recordId, message, ...others } = finding;
  // Not shown.
  const { bookId, number, ...rest } = others;
  nothingLeft(rest);
  return { severity: isWarning ? 'WARNING' : 'ERROR', place, recordId: recordId ?? undefined, message };
}
