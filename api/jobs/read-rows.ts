import { Readable } from 'node:stream';
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { streamCsv } from '../../documents/product-files/csv.js';
import { SheetError } from '../../documents/product-files/sheet-error.js';
import { isObject } from '../../domain/ground/json.js';
import { unstorableParts } from '../../domain/ground/storable-json.js';
import { type JobCells, jobLimits } from '../../domain/jobs/job-types.js';
import { BadRequest, type FieldError } from '../errors/app-error.js';
import { RowFaults } from './row-faults.js';

/** The rows of a file with the names of their columns, in order. */
export interface SentRows {
  columns: string[];
  rows: JobCells[];
}

const chunkLength = 64 * 1024;
/** Rows that are read between two turns of others. */
const atOnce = 500;

/**
 * Reads CSV with a header, NDJSON, or a list of objects. 400 naming rows and columns that cannot be read; 400 where there is
 * none or there are too many.
 */
export async function readRows(sent: string | readonly JobCells[]): Promise<SentRows> {
  if (typeof sent !== 'string') return ofObjects(sent);
  return /^\ufeff?\s*\{/.test(sent) ? ofLines(sent) : ofCsv(sent);
}

async function ofCsv(text: string): Promise<SentRows> {
  const faults = new RowFaults();
  let columns: string[] = [];
  const rows: JobCells[] = [];
  let cellCount = 0;
  try {
    for await (const { cells } of streamCsv(Readable.from(chunksOf(text)))) {
      if (columns.length === 0) {
        columns = headerOf(cells.map((cell) => (cell === null ? '' : String(cell))));
        continue;
      }
      if (cells.length > columns.length)
        faults.add(rows.length + 1, {
          detail: `has ${cells.length} cells, the header has ${columns.length}`,
        });
      if (rows.length % atOnce === 0) await othersHadTheirTurn();
      const filled = columns.flatMap((column, index) => {
        const cell = cells[index] ?? null;
        return cell === null ? [] : [[column, cell] as const];
      });
      cellCount += filled.length;
      rows.push(Object.fromEntries(filled));
      refuseTooMany(rows, cellCount);
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw fault(`is not CSV: ${error.message}`);
  }
  faults.refuse();
  return checkedRows({ columns, rows });
}

function headerOf(columns: string[]): string[] {
  const empty = columns.findIndex((column) => column.trim() === '');
  if (empty >= 0) throw fault(`has no name for column ${empty + 1} in its header`);
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw fault(`has the column ${twice} twice`);
  return columns;
}

async function ofLines(text: string): Promise<SentRows> {
  const faults = new RowFaults();
  const rows: JobCells[] = [];
  let cellCount = 0;
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    if (line.trim() === '') continue;
    if (rows.length % atOnce === 0) await othersHadTheirTurn();
    const row = objectIn(line);
    if (row === undefined) faults.add(rows.length + 1, { detail: 'is not a JSON object' });
    rows.push(row ?? {});
    cellCount += Object.keys(row ?? {}).length;
    refuseTooMany(rows, cellCount);
  }
  faults.refuse();
  return ofObjects(rows);
}

function objectIn(line: string): JobCells | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? (value as JobCells) : undefined;
  } catch {
    return undefined;
  }
}

async function ofObjects(rows: readonly JobCells[]): Promise<SentRows> {
  const faults = new RowFaults();
  const columns = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === 0) await othersHadTheirTurn();
    for (const column of Object.keys(row)) columns.add(column);
    if (columns.size > jobLimits.columns) break;
    const [unfit] = unstorableParts(row, { findings: 1 });
    if (unfit !== undefined)
      faults.add(index + 1, { column: unfit.path.map(String).join('.'), detail: unfit.fault });
  }
  faults.refuse();
  return checkedRows({ columns: [...columns], rows: [...rows] });
}

function checkedRows(sent: SentRows): SentRows {
  if (sent.rows.length === 0) throw fault('has no rows');
  refuseTooMany(sent.rows);
  if (sent.columns.length > jobLimits.columns) throw fault(`has more than ${jobLimits.columns} columns`);
  return sent;
}

function refuseTooMany({ length }: readonly JobCells[], cells = 0): void {
  if (length > jobLimits.rows) throw fault(`has more than ${jobLimits.rows} rows`);
  if (cells > jobLimits.cells) throw fault(`has more than ${jobLimits.cells} filled cells`);
}

const fault = (detail: string): BadRequest =>
  new BadRequest([{ field: 'rows', detail } satisfies FieldError]);

/** Not within a pair of surrogates. */
function* chunksOf(text: string): Generator<Buffer> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + chunkLength, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to += 1;
    yield Buffer.from(text.slice(from, to));
    from = to;
  }
}
