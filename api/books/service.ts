import { randomUUID } from 'node:crypto';
import { cancelBook } from '../../db/books/cancel-book.js';
import { createBook } from '../../db/books/create-book.js';
import { findBook, findingsOfBook, listBooks } from '../../db/books/read-book.js';
import type { Database } from '../../db/database.js';
import type { Book } from '../../db/models/book.js';
import { NoBook, readManifest, whyNotSent } from '../../documents/book/book-files.js';
import { sentBookLimits } from '../../domain/book/sent-book.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import type { BookRuns } from '../runs/book-runs.js';
import { bookObject, findingObject } from './book-object.js';
import type { BookFindingView, BookView, SentBook } from './schemas.js';

export interface BookDependencies {
  db: Database;
  runs: Pick<BookRuns, 'startSoon'>;
  /** System time. */
  now: () => Date;
}

interface Page {
  page: number;
  size: number;
}

/** Books that the caller's organization has sent. Those of others are not found. */
export class Books {
  constructor(private readonly uses: BookDependencies) {}

  /** @param id of the book, if an earlier attempt may have kept it. */
  async send(
    caller: Caller,
    { mode, files, documents }: SentBook,
    id: string = randomUUID(),
  ): Promise<BookView> {
    requireUnrestricted(caller, 'sends no book');
    const { db, now, runs } = this.uses;
    const { organizationId } = caller;
    const kept = await createBook(db, {
      id,
      organizationId,
      mode,
      source: sourceIn(files),
      files: new Map([
        ...Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const),
        ...Object.entries(documents).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const),
      ]),
      createdBy: authorOf(caller),
      createdAt: now(),
      ...auditOf(caller),
    });
    if ('refused' in kept) {
      throw new Conflict('another book of the organization has not ended', { code: 'BOOK_OPEN' });
    }
    await runs.startSoon(kept.book);
    return bookObject(kept.book);
  }

  async list({ organizationId }: Caller, { page, size }: Page) {
    const limits = listLimits({ page, size }, 'book');
    const { books, total, isExact } = await listBooks(this.uses.db, organizationId, limits);
    return { ...pageOf(books.map(bookObject), { page, size }, total), totalIsExact: isExact };
  }

  async read(caller: Caller, bookId: string): Promise<BookView> {
    return bookObject(await this.#find(caller, bookId));
  }

  async cancel(caller: Caller, bookId: string): Promise<BookView> {
    requireUnrestricted(caller, 'cancels no book');
    const { db, now } = this.uses;
    const { organizationId } = caller;
    const canceled = await cancelBook(db, { organizationId, bookId, now: now(), ...auditOf(caller) });
    if (canceled === undefined) throw new NotFound('book', bookId);
    if (canceled === 'ENDED') throw new Conflict('the book has ended');
    return bookObject(canceled);
  }

  async findings(caller: Caller, bookId: string, { page, size }: Page) {
    const { id } = await this.#find(caller, bookId);
    const { findings, total } = await findingsOfBook(this.uses.db, id, { offset: page * size, limit: size });
    return pageOf<BookFindingView>(findings.map(findingObject), { page, size }, total);
  }

  async #find({ organizationId }: Caller, bookId: string): Promise<Book> {
    const book = await findBook(this.uses.db, organizationId, bookId);
    if (book === undefined) throw new NotFound('book', bookId);
    return book;
  }
}

/** The name of the system in `book.json`; 400 if that cannot be read, or if the book cannot be sent. */
function sourceIn(files: SentBook['files']): string {
  const fault = (detail: string) => new BadRequest([{ field: 'files', detail }]);
  const text = files['book.json'];
  if (text === undefined) throw fault('has no book.json');
  if (Buffer.byteLength(text) > sentBookLimits.manifestBytes) throw fault('book.json: is larger than 1 MiB');
  try {
    const manifest = readManifest(text);
    const refusal = whyNotSent(manifest);
    if (refusal !== undefined) throw fault(refusal);
    return manifest.source;
  } catch (error) {
    if (error instanceof NoBook) throw fault(error.message);
    throw error;
  }
}
