import type { Job } from '../../db/models/job.js';
import type { JobRow } from '../../db/models/job-row.js';
import { plainText, writeCsv } from '../../documents/product-files/csv.js';
import { keptPrefixes } from '../../domain/jobs/row-columns.js';

/** What the result says of a row, by the column after `job.`. */
const resultColumns = {
  row: ({ rowNumber }) => rowNumber,
  outcome: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  triggerRequestId: ({ triggerRequestId }) => triggerRequestId,
  clientId: ({ clientId }) => clientId,
  policyId: ({ policyId }) => policyId,
  quoteIds: ({ made }) => (made?.quoteIds ? made.quoteIds.join(' ') : null),
  note: ({ made }) => made?.note ?? null,
  error: ({ error }) => error?.detail ?? null,
  errorColumn: ({ error }) => error?.column ?? null,
} satisfies Record<string, (row: JobRow) => string | number | null>;

const named = Object.entries(resultColumns).map(
  ([name, valueIn]) => [`${keptPrefixes.result}${name}`, valueIn] as const,
);

/** The result of a job as pieces of a file: a line for each row, with its own columns first. */
export async function* resultFile(
  job: Pick<Job, 'columns'>,
  batches: AsyncIterable<readonly JobRow[]>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  // Those of an earlier result that was sent again are replaced.
  const own = job.columns.filter((column) => !column.startsWith(keptPrefixes.result));
  if (format === 'csv') yield writeCsv([[...own, ...named.map(([column]) => column)]]);
  for await (const rows of batches) {
    yield format === 'csv'
      ? writeCsv(
          rows.map((row) => [...own.map((column) => cellText(row.cells[column])), ...resultCells(row)]),
        )
      : rows.map((row) => `${JSON.stringify(resultObject(row, own))}\n`).join('');
  }
}

const resultCells = (row: JobRow) => named.map(([, valueIn]) => plainText(valueIn(row)));

function resultObject(row: JobRow, own: readonly string[]): Record<string, unknown> {
  const cells = own.map((column) => [column, row.cells[column] ?? null] as const);
  return Object.fromEntries([...cells, ...named.map(([column, valueIn]) => [column, valueIn(row)] as const)]);
}

/** Texts as they were sent; other values as JSON. */
function cellText(cell: unknown): string | null {
  if (cell === undefined || cell === null) return null;
  return typeof cell === 'string' ? String(plainText(cell)) : JSON.stringify(cell);
}
