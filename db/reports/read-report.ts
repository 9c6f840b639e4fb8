import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
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

/** A report takes longer than other statements. */
const patienceMs = 600_000;
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
  await db.transaction(
    async (trx) => {
      await trx.raw(`set local statement_timeout = ${patienceMs}`);
      // A slow reader holds the transaction up between two batches.
      await trx.raw(`set local idle_in_transaction_session_timeout = ${patienceMs}`);
      // The statement of a process that was killed ends, too.
      await trx.raw("set local client_connection_check_interval = '5s'");
      await trx.raw("set local work_mem = '64MB'");
      await trx.raw('set local cursor_tuple_fraction = 1');
      await trx.raw('set local jit = off');
      await cancellable(db, trx, signal, async () => {
        await trx.raw(`declare report no scroll cursor for ${reportStatement(report)}`, bindingsOf(report));
        await write(batchesOf(trx, report));
      });
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** Does work in a transaction. The signal cancels its statement, through another connection of the pool. */
async function cancellable(
  db: Database,
  trx: Knex,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (signal === undefined) return work();
  const { rows } = await trx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  let canceling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    canceling = db.raw('select pg_cancel_backend(?)', [rows[0]?.pid ?? null]).catch(() => undefined);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await work();
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Until then the connection must not serve others: their statement would be canceled.
    await canceling;
  }
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
