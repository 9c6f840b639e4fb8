import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { idleBooks } from '../../db/books/idle-books.js';
import type { Database } from '../../db/database.js';
import type { Book } from '../../db/models/book.js';
import { bookOptions, bookType } from '../../workflows/contracts/book.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';

/** The longest that a request waits for Temporal; the sweep starts what it has not. */
const startLimitMs = 2_000;
/** A step that runs tells of it more often. */
const graceMs = 60_000;

/** Starts the workflows of books; the only place that does. */
export class BookRuns {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Starts the workflow of a book, unless it runs. */
  async start({ id: bookId, organizationId, mode, source }: Book): Promise<void> {
    const { client, taskQueue } = this.uses;
    await client.withDeadline(Date.now() + startLimitMs, () =>
      client.workflow.start(bookType, {
        ...bookOptions({ bookId, organizationId, mode, source }),
        taskQueue,
      }),
    );
  }

  /** The same; while Temporal is unavailable, the sweep does it later. */
  async startSoon(book: Book): Promise<void> {
    try {
      await this.start(book);
    } catch {
      // The book is in the database: nothing is lost.
    }
  }
}

interface BookSweepOptions {
  db: Database;
  runs: Pick<BookRuns, 'start'>;
  /** System time. */
  now: () => Date;
}

/** Starts the workflows of books that nothing has worked on for a while, and returns their number. */
export async function startIdleBooks({ db, runs, now }: BookSweepOptions): Promise<number> {
  const idle = await idleBooks(db, { now: now(), before: new Date(now().getTime() - graceMs) });
  for (const book of idle) await runs.start(book);
  return idle.length;
}

/** `startIdleBooks`, again and again. */
export function bookSweep(options: BookSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({ what: 'books', everyMs: 30_000, log, wake: () => startIdleBooks(options) });
}
