import type { Writable } from 'node:stream';
import type { Database } from '../../db/database.js';
import { type ReportBatch, type ReportToRead, readReport } from '../../db/reports/read-report.js';
import { type ReportFormat, writeReport } from '../../documents/reports/write-report.js';
import { Unavailable } from '../errors/app-error.js';

/** A report holds a connection until its reader has it all, so few are read at once. */
const mostAtOnce = 2;

/** Writes reports to their readers. */
export class ReportService {
  readonly #db: Database;
  #reading = 0;

  constructor({ db }: { db: Database }) {
    this.#db = db;
  }

  /** Writes a report; `begin` is called before its first byte, once the database has answered. */
  async write(
    report: ReportToRead,
    format: ReportFormat,
    target: Writable,
    begin: () => void,
  ): Promise<void> {
    if (this.#reading >= mostAtOnce) {
      throw new Unavailable('other reports are being read: try again in a minute', { retryAfterSeconds: 60 });
    }
    this.#reading += 1;
    // Once, as soon as the report is written: the transaction ends after the reader may have asked for another one.
    let counted = true;
    const discount = () => {
      if (counted) this.#reading -= 1;
      counted = false;
    };
    const reader = readerOf(target);
    try {
      const write = async (batches: AsyncIterable<ReportBatch>) => {
        const [first, rest] = await firstOf(batches);
        begin();
        await writeReport(report, format, joined(first, rest), target);
        discount();
      };
      await readReport(this.#db, report, write, reader);
    } catch (error) {
      // Nobody is left to answer.
      if (!reader.aborted) throw error;
    } finally {
      discount();
    }
  }
}

/** Aborted once the reader is gone before the end, so that the database stops at once. */
function readerOf(target: Writable): AbortSignal {
  const gone = new AbortController();
  const closed = () => {
    if (!target.writableFinished) gone.abort();
  };
  if (target.destroyed) closed();
  else target.once('close', closed);
  return gone.signal;
}

async function firstOf(
  batches: AsyncIterable<ReportBatch>,
): Promise<[IteratorResult<ReportBatch>, AsyncIterator<ReportBatch>]> {
  const rest = batches[Symbol.asyncIterator]();
  return [await rest.next(), rest];
}

async function* joined(
  first: IteratorResult<ReportBatch>,
  rest: AsyncIterator<ReportBatch>,
): AsyncGenerator<ReportBatch> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}
