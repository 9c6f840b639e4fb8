import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
import { inSnapshot, patienceMs } from './in-snapshot.js';
import { reportStatement } from './report-statement.js';
import { ReportTotals } from './report-totals.js';
import { type GroupedReport, type ReportRow, reportColumns } from './reports.js';

export interface ReportToRead extends GroupedReport {
  organizationId: string;
  /** `YYYY-MM-DD`; the report includes what was recorded by the end of this day in the time zone. */
  asOf: string;
  /** An IANA name. */
  timeZone: string;
  /** Only the policies of this test clock; absent: only those without one. */
  clockId?: string | undefined;
}

export interface ReportBatch {
  rows: ReportRow[];
  /** One for each currency; only in the last batch. */
  totals: ReportRow[];
}

const rowsAtATime = 2_000;

/**
 * Reads a report in one snapshot of the database, and passes its rows to `write`, batch by batch. A cursor keeps
 * memory flat. The connection is held until `write` has ended. `signal` ends the statement in the database, and
 * rejects with its reason.
 */
export async function readReport(
  db: Database,
  report: ReportToRead,
  write: (batches: AsyncIterable<ReportBatch>) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  await inSnapshot(db, signal, async (trx) => {
    await trx.raw('set local cursor_tuple_fraction = 1');
    await trx.raw(`declare report no scroll cursor for ${reportStatement(report)}`, bindingsOf(report));
    await write(batchesOf(trx, report));
  });
}

async function* batchesOf(trx: Knex, report: ReportToRead): AsyncGenerator<ReportBatch, void> {
  const totals = new ReportTotals(reportColumns(report));
  for (;;) {
    const { rows } = await trx
      .raw<{ rows: ReportRow[] }>(`fetch ${rowsAtATime} from report`)
      // The limit of the connection would end the wait for the first rows of a large book.
      .options({ query_timeout: patienceMs });
    totals.add(rows);
    const isLast = rows.length < rowsAtATime;
    yield { rows, totals: isLast ? totals.rows() : [] };
    if (isLast) return;
  }
}

function bindingsOf({ organizationId, asOf, timeZone, clockId }: ReportToRead) {
  return {
    organization: organizationId,
    day: asOf,
    end: addDays(asOf, 1),
    endAt: endOfDayIn(timeZone, asOf),
    defaultCurrency: policySettingsOf({}).currency,
    ...(clockId !== undefined && { clockId }),
  };
}
