import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { amountIn } from '../../domain/money/amount-text.js';
import { minorDigits } from '../../domain/money/currency.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
import { inSnapshot, rowsInTurn } from './in-snapshot.js';
import { reportStatement } from './report-statement.js';
import { ReportTotals } from './report-totals.js';
import { type GroupedReport, isCount, type ReportRow, reportColumns } from './reports.js';

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
 * Reads a report in one snapshot of the database, and passes its rows to `write`, batch by batch. The connection is held until `write` has ended. `signal` ends the statement in the database, and
 * rejects with its reason.
 */
export async function readReport(
  db: Database,
  report: ReportToRead,
  write: (batches: AsyncIterable<ReportBatch>) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  await inSnapshot(db, signal, (trx) => write(batchesOf(trx, report)));
}

async function* batchesOf(trx: Knex, report: ReportToRead): AsyncGenerator<ReportBatch, void> {
  const columns = reportColumns(report);
  const totals = new ReportTotals(columns);
  const figures = columns.figures.filter((figure) => !isCount(figure));
  const read = {
    name: 'report',
    sql: reportStatement(report),
    bindings: bindingsOf(report),
    count: rowsAtATime,
  };
  for await (const rows of rowsInTurn<ReportRow>(trx, read)) {
    const written = rows.map((row) => inItsCurrency(row, figures));
    totals.add(written);
    yield { rows: written, totals: rows.length < rowsAtATime ? totals.rows() : [] };
  }
}

/** Sums have two decimals, or more: of most currencies, that is how they are written. */
function inItsCurrency(row: ReportRow, figures: readonly string[]): ReportRow {
  const currency = String(row.currency);
  if (minorDigits(currency) === 2) return row;
  const amounts = figures.map((figure) => [figure, amountIn(currency, row[figure] ?? 0)]);
  return { ...row, ...Object.fromEntries(amounts) };
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
