import { type BookFindingToKeep, endStep, noteProgress } from '../../db/books/end-step.js';
import { fileOfBook, filesOfBook } from '../../db/books/read-book.js';
import { Book } from '../../db/models/book.js';
import { Organization } from '../../db/models/organization.js';
import { NoBook } from '../../documents/book/book-files.js';
import { sentBook } from '../../documents/book/book-source.js';
import { type BookStep, checkBook, compareBook, loadBook } from '../../documents/book/book-steps.js';
import { type OpenedBook, openBook } from '../../documents/book/open-book.js';
import type { PlacedFinding } from '../../domain/book/book-line.js';
import { type BookState, hasEnded, listFiles, sentBookLimits } from '../../domain/book/sent-book.js';
import type { Actor } from '../../domain/ground/actor.js';
import type { Author } from '../../domain/ground/author.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, missing } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';

/** Where a book is after a step; small, because its workflow's history has it. */
export interface BookProgress {
  state: BookState;
  isOver: boolean;
}

/** So many records are read and written at once: others have their turn between. */
const atOnce = 50;

/** The book was canceled while a step was on it. */
class BookCanceled extends Error {}

/** What a step has found, as far as it is kept. */
class FoundInStep {
  readonly kept: BookFindingToKeep[] = [];
  errorCount = 0;
  #recordsRead = 0;

  constructor(private readonly tell: (recordsRead: number) => Promise<boolean>) {}

  readonly add: BookStep['found'] = async (findings, records) => {
    this.errorCount += findings.length;
    this.keep(findings, { isWarning: false });
    this.#recordsRead += records;
    if (!(await this.tell(this.#recordsRead))) throw new BookCanceled();
  };

  keep(findings: readonly PlacedFinding[], { isWarning }: { isWarning: boolean }): void {
    const left = sentBookLimits.findings - this.kept.length;
    for (const finding of findings.slice(0, Math.max(left, 0))) this.kept.push({ ...finding, isWarning });
  }
}

type EndOfStep = Omit<Parameters<typeof endStep>[1], 'bookId' | 'from' | 'findings' | 'errorCount' | 'now'>;

/**
 * The steps on a book that was sent. Each is done if the book is at it, and an attempt that is repeated does it again from its
 * beginning: what was written is found. What it found is recorded with its end.
 */
export function createBookSteps(
  dependencies: Pick<ActivityDependencies, 'db' | 'catalog' | 'documents' | 'now'>,
) {
  const { db, catalog, documents, now } = dependencies;

  const step =
    (from: BookState, work: (book: Book, opened: OpenedBook, found: FoundInStep) => Promise<EndOfStep>) =>
    (bookId: string): Promise<BookProgress> =>
      withSignsOfLife(() =>
        asActivity(async () => {
          const book = await Book.query(db).findById(bookId);
          if (book === undefined) throw missing('book', bookId);
          if (book.state !== from) return progressOf(book);
          const found = new FoundInStep((recordsRead) => noteProgress(db, bookId, recordsRead, now()));
          const end = await workOn(book, found, work).catch(unlessCanceled);
          if (end === undefined) return progressOf(await Book.query(db).findById(bookId).throwIfNotFound());
          const { kept: findings, errorCount } = found;
          const ended = await endStep(db, { ...end, bookId, from, findings, errorCount, now: now() });
          return progressOf(ended ?? book);
        }),
      );

  const workOn = async (
    book: Book,
    found: FoundInStep,
    work: Parameters<typeof step>[1],
  ): Promise<EndOfStep> => {
    const insurer = await Organization.query(db).findById(book.organizationId).throwIfNotFound();
    const source = sentBook((name) => fileOfBook(db, book.id, name));
    try {
      const opened = await openBook({ db, catalog }, { source, insurer, now: now(), isSent: true });
      return await work(book, opened, found);
    } catch (error) {
      if (!(error instanceof NoBook)) throw error;
      await found.add([{ place: 'the book', id: undefined, message: error.message }], 0);
      return { to: 'REFUSED' };
    }
  };

  return {
    checkBook: step('CHECKING', async (book, opened, found) => {
      const checked = await checkBook({ db, atOnce, found: found.add }, opened);
      const { known, ratings, warnings, differences } = checked;
      await found.add(await filesUnread(db, book.id, opened), 0);
      found.keep([...warnings, ...differences], { isWarning: true });
      const counts = {
        clients: { inBook: checked.clients, before: known.clients },
        policies: { inBook: checked.policies, before: known.policies },
        documents: { inBook: checked.documents },
        ratings,
      };
      if (book.mode === 'CHECK') return { to: 'DONE', counts };
      return { to: found.errorCount > 0 && book.mode === 'LOAD' ? 'REFUSED' : 'LOADING', counts };
    }),

    loadBook: step('LOADING', async ({ id, organizationId, source, counts, createdBy }, opened, found) => {
      const loaded = await loadBook({ db, atOnce, found: found.add, keeping: documents }, opened);
      const here = (kind: keyof typeof loaded) => loaded[kind].loaded + loaded[kind].known;
      const { clients, policies, documents: files } = counts;
      const after = {
        clients: { inBook: 0, ...clients, here: here('clients') },
        policies: { inBook: 0, ...policies, here: here('policies') },
        documents: { inBook: 0, ...files, here: here('documents') },
      };
      // Attempts that were repeated find what earlier ones have written.
      const written = (kind: 'clients' | 'policies') => after[kind].here - (after[kind].before ?? 0);
      const details = { bookId: id, source, clients: written('clients'), policies: written('policies') };
      const audit = { action: 'BOOK_LOADED' as const, organizationId, details, by: actorIn(createdBy) };
      return { to: 'COMPARING', counts: after, audit };
    }),

    compareBook: step('COMPARING', async (_book, opened, found) => {
      const receipt = await compareBook({ db, atOnce, found: found.add }, opened);
      return { to: 'DONE', change: { receipt } };
    }),

    /** Ends a book that no attempt can go on with. */
    failBook: (bookId: string, failure: string): Promise<BookProgress> =>
      asActivity(async () => {
        const book = await Book.query(db).findById(bookId);
        if (book === undefined) throw missing('book', bookId);
        if (hasEnded(book.state)) return progressOf(book);
        const end = { bookId, from: book.state, to: 'FAILED' as const, change: { failure }, now: now() };
        return progressOf((await endStep(db, end)) ?? book);
      }),
  };
}

function unlessCanceled(error: unknown): undefined {
  if (!(error instanceof BookCanceled)) throw error;
}

const progressOf = ({ state }: Book): BookProgress => ({ state, isOver: hasEnded(state) });

/** Documents that no line of `documents.ndjson` names would be dropped. */
async function filesUnread(
  db: ActivityDependencies['db'],
  bookId: string,
  { book }: OpenedBook,
): Promise<PlacedFinding[]> {
  const left = new Set((await filesOfBook(db, bookId)).filter((name) => !listFiles.includes(name)));
  for await (const { value } of book.documents())
    left.delete(String((value as { file?: unknown } | null)?.file));
  return [...left].map((place) => ({
    place,
    id: undefined,
    message: 'no line of documents.ndjson names this file',
  }));
}

function actorIn({ kind, name = '', id, personId }: Author): Actor | undefined {
  if (kind === 'SERVICE') return undefined;
  if (personId !== undefined) return { kind, name, personId };
  return { kind, name, ...(id !== undefined && { apiKey: id }) };
}
