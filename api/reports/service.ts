import type { Writable } from 'node:stream';
import type { Database } from '../../db/database.js';
import { type ReportBatch, type ReportToRead, readReport } from '../../db/reports/read-report.js';
import { type ReportFormat, writeReport } from '../../documents/reports/write-report.js';

/** Writes reports to their readers. */
export class ReportService {
  constructor(private readonly uses: { db: Database }) {}

  /**
   * Writes a report; `begin` is called before its first byte, once the database has answered.
   *
   * @param gone Aborted once the reader is gone before the end, so that the database stops at once.
   */
  async write(
    report: ReportToRead,
    format: ReportFormat,
    target: Writable,
    { gone, begin }: { gone: AbortSignal; begin: () => void },
  ): Promise<void> {
    try {
      const write = async (batches: AsyncIterable<ReportBatch>) => {
        const [first, rest] = await firstOf(batches);
        begin();
        await writeReport(report, format, joined(first, rest), target);
      };
      await readReport(this.uses.db, report, write, gone);
    } catch (error) {
      // Nobody is left to answer.
      if (!gone.aborted) throw error;
    }
  }
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
