import type { Writable } from 'node:stream';
import type { Database } from '../../db/database.js';
import { type ReportBatch, type ReportToRead, readReport } from '../../db/reports/read-report.js';
import { ReaderGone } from '../../documents/excel/write-workbook.js';
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
    try {
      await readReport(this.#db, report, async (batches) => {
        const [first, rest] = await firstOf(batches);
        begin();
        await writeReport(report, format, joined(first, rest), target);
      });
    } catch (error) {
      if (!isReaderGone(error)) throw error;
    } finally {
      this.#reading -= 1;
    }
  }
}

/** Whether the reader closed the connection before the end: nobody is left to answer. */
function isReaderGone(error: unknown): boolean {
  if (error instanceof ReaderGone) return true;
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
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
