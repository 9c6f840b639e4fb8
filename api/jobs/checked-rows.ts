import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { NewJobRow } from '../../db/jobs/create-job.js';
import { policiesByNumber } from '../../db/jobs/policies-of-rows.js';
import type { JobCells } from '../../domain/jobs/job-types.js';
import { type ColumnRole, roleOf, unknownColumn } from '../../domain/jobs/row-columns.js';
import { type RowToRead, rowEvent } from '../../domain/jobs/row-event.js';
import { answerFaults } from './answer-faults.js';
import type { SentRows } from './read-rows.js';
import { type ReadRow, rowsWithRecords } from './records-of-rows.js';
import { RowFaults } from './row-faults.js';
import type { RowSources, RowsToCheck } from './rows-to-check.js';

const batchSize = 500;

/** The rows as they are stored, or 400 with every unknown column, wrong value and record that is missing or does not fit. */
export async function checkedRows(
  sources: RowSources,
  job: RowsToCheck,
  { columns, rows }: SentRows,
): Promise<NewJobRow[]> {
  const faults = new RowFaults();
  const roles = rolesOf(job, columns, faults);
  faults.refuse();
  const answered = columns.filter((column) => roles.get(column) === 'ANSWER');
  const reading = { roles, answerFault: answerFaults(job.versions, answered) };
  const checked: NewJobRow[] = [];
  for (let from = 0; from < rows.length; from += batchSize) {
    await othersHadTheirTurn();
    const batch = rows
      .slice(from, from + batchSize)
      .map((cells, index) => ({ row: from + index + 1, cells }));
    const read = await readBatch(sources, job, { batch, reading }, faults);
    for (const row of await rowsWithRecords(sources, job, read, faults)) checked.push(row);
  }
  faults.refuse();
  return checked;
}

/** The roles of the columns; unknown ones are faults of the header, row 0. */
function rolesOf(
  { type, versions }: RowsToCheck,
  columns: readonly string[],
  faults: RowFaults,
): Map<string, ColumnRole> {
  const asked = versions.map(({ compiled }) => compiled.questionTypes);
  const roles = new Map<string, ColumnRole>();
  for (const column of columns) {
    const role = roleOf(type, column, asked);
    if (role === undefined) faults.add(0, { column, detail: unknownColumn(type, column, asked) });
    else roles.set(column, role);
  }
  return roles;
}

interface Batch {
  batch: readonly { row: number; cells: JobCells }[];
  reading: Pick<RowToRead, 'roles' | 'answerFault'>;
}

/** The rows of a batch that have no faults in themselves. */
async function readBatch(
  { db }: RowSources,
  job: RowsToCheck,
  { batch, reading }: Batch,
  faults: RowFaults,
): Promise<ReadRow[]> {
  const numberOf = ({ policyNumber }: JobCells): string | undefined =>
    reading.roles.get('policyNumber') === 'POLICY_NUMBER' && policyNumber !== null && policyNumber !== ''
      ? String(policyNumber ?? '') || undefined
      : undefined;
  const numbers = batch.flatMap(({ cells }) => numberOf(cells) ?? []);
  const policies = numbers.length === 0 ? new Map() : await policiesByNumber(db, job, numbers);
  return batch.flatMap(({ row, cells }): ReadRow[] => {
    const number = numberOf(cells);
    const policyId = number === undefined ? undefined : policies.get(number);
    if (number !== undefined && policyId === undefined) {
      faults.add(row, { column: 'policyNumber', detail: `there is no policy ${number} of this product` });
      return [];
    }
    const { type, productId: lineId } = job;
    const result = rowEvent({ ...reading, type, lineId, cells, seed: [job.jobId, String(row)], policyId });
    if ('envelope' in result) return [{ row, cells, envelope: result.envelope }];
    for (const fault of result.faults) faults.add(row, fault);
    return [];
  });
}
