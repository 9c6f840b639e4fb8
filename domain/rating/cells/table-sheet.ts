import { toText } from '../../expression/index.js';
import { keyType } from '../tables/canonical-table.js';
import { answerCell, type Cell, isWildcard, otherwise, type TableKey } from '../tables/cells.js';
import { graduation, perOf } from '../tables/graduated.js';
import { interpolatedKeys, type LaidOutTable, layOut } from '../tables/laid-out.js';
import type { RatingTable } from '../tables/table.js';
import type { CellValue } from './cell-value.js';

type ColumnType = 'number' | 'text' | 'boolean' | 'date';

/** A column of a table's sheet. */
export interface SheetColumn {
  head: string;
  type: ColumnType;
  /** A row without a value here fits any. */
  hasOpen: boolean;
}

/** The columns of a key: one of values, or the two of a range's ends. */
export interface SheetKey {
  name: string;
  type: ColumnType;
  columns: readonly [number] | readonly [number, number];
  /** Whether the ends of ranges belong to them. */
  from: 'included' | 'excluded';
  to: 'included' | 'excluded';
}

/** A table of the product as a sheet on which formulas find what a lookup finds. */
export interface TableSheet {
  name: string;
  title: string;
  form: 'list' | 'graduated' | 'linear' | 'bilinear';
  columns: readonly SheetColumn[];
  keys: readonly SheetKey[];
  answerNames: readonly string[];
  /** The column of each answer column; of a graduated table, of its rates. */
  answers: readonly number[];
  /** Of a graduated table: where a row's band begins, the sums up to there, and the units of a rate. */
  graduated: { over: number; bases: readonly number[]; per: string } | null;
  /** The column that numbers the rows by the last key, if lookups interpolate on two keys. */
  order: number | null;
  /** Cells by column; the first column has the row of the table, from 1. */
  rows: readonly (readonly CellValue[])[];
}

/** More rows make a workbook too large: those that were found stay values. */
export const mostSheetRows = 25_000;

/** Cells with lists of values, which take a row for each value. */
const mostCombinations = 100;

/** The words for a cell that fits any value. */
export const anyValue = '*';

/** Why a table cannot be a sheet, as the end of a sentence; null if it can. */
export function whyNoSheet(table: RatingTable): string | null {
  const count = (table.rows.length + (table.packed?.count ?? 0)) * (table.across?.length ?? 1);
  if (count > mostSheetRows) return `it has ${count} rows, and a workbook takes ${mostSheetRows}`;
  const listed = table.rows.reduce((sum, row) => sum + combinations(table, row), 0);
  if (listed * (table.across?.length ?? 1) > mostSheetRows) return 'its lists of values take too many rows';
  if (interpolatedKeys(table) > 0 && table.rows.some((row) => row.includes(otherwise)))
    return 'it interpolates between rows that are for other values';
  return null;
}

function combinations({ keys }: RatingTable, row: readonly Cell[]): number {
  return keys.reduce((product, { match }, place) => {
    const cell = row[place];
    return match === 'exact' && Array.isArray(cell)
      ? product * Math.min(cell.length, mostCombinations)
      : product;
  }, 1);
}

/**
 * Lays out a table for formulas. The rows are in the order in which lookups prefer them: those with fewer cells `otherwise`
 * first. A row with a list of values is one for each.
 */
export function tableSheet(name: string, authored: RatingTable): TableSheet {
  const laidOut = layOut(authored);
  const { table } = laidOut;
  const columns: SheetColumn[] = [{ head: 'Row', type: 'number', hasOpen: false }];
  const keys = table.keys.map((key) => keyOf(key, columns));
  const answers = table.columns.map(({ name: head, type }) => add(columns, { head, type, hasOpen: false }));
  const graduated = table.graduated ? graduatedColumns(table, columns) : null;
  const interpolated = interpolatedKeys(table);
  const order = interpolated === 2 ? add(columns, { head: 'Order', type: 'number', hasOpen: false }) : null;
  const rows = rowsOf(laidOut, { keys, answers, graduated, width: columns.length });
  if (interpolated > 0) sortByAxes(rows, keys.slice(-interpolated), order);
  for (const key of keys) {
    for (const at of key.columns) {
      const column = columns[at];
      const open = key.columns.length === 2 ? null : anyValue;
      if (column) columns[at] = { ...column, hasOpen: rows.some((row) => row[at] === open) };
    }
  }
  return {
    name,
    title: authored.title ?? name,
    form: graduated ? 'graduated' : ((['list', 'linear', 'bilinear'] as const)[interpolated] ?? 'list'),
    columns,
    keys,
    answerNames: table.columns.map((column) => column.name),
    answers,
    graduated,
    order,
    rows,
  };
}

function add(columns: SheetColumn[], column: SheetColumn): number {
  return columns.push(column) - 1;
}

function keyOf(key: TableKey, columns: SheetColumn[]): SheetKey {
  const { name, match } = key;
  const type = keyType(key);
  const column = (head: string) => add(columns, { head, type, hasOpen: false });
  return {
    name,
    type,
    columns: match === 'exact' ? [column(name)] : [column(`${name} from`), column(`${name} to`)],
    from: key.from ?? 'included',
    to: key.to ?? 'excluded',
  };
}

function graduatedColumns(table: RatingTable, columns: SheetColumn[]): NonNullable<TableSheet['graduated']> {
  const number = (head: string) => add(columns, { head, type: 'number', hasOpen: false });
  return {
    over: number('Over'),
    bases: table.columns.map(({ name }) => number(`Base of ${name}`)),
    per: perOf(table).toFixed(),
  };
}

function rowsOf(
  { table, listed, rowOf }: LaidOutTable,
  { keys, answers, graduated, width }: Pick<TableSheet, 'keys' | 'answers' | 'graduated'> & { width: number },
): CellValue[][] {
  const bands = graduated ? graduation(listed) : [];
  const preferred = table.rows
    .map((row, index) => ({ row, index, rank: row.filter((cell) => cell === otherwise).length }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  return preferred.flatMap(({ row, index }) => {
    const made: CellValue[] = new Array(width).fill(null);
    made[0] = String(rowOf(index) + 1);
    answers.forEach((at, place) => {
      const column = table.columns[place];
      made[at] = column ? cellValue(answerCell(row[keys.length + place] ?? '', column)) : null;
    });
    const band = bands[index];
    if (graduated && band) {
      made[graduated.over] = band.over.toFixed();
      graduated.bases.forEach((at, place) => {
        made[at] = band.bases[place]?.toFixed() ?? null;
      });
    }
    return keys.reduce(
      (all, key, place) => all.flatMap((cells) => withKey(cells, key, row[place] ?? anyValue)),
      [made],
    );
  });
}

/** The row with the cells of a key: for a list of values, one row for each. */
function withKey(row: readonly CellValue[], { columns, type }: SheetKey, cell: Cell): CellValue[][] {
  const [first, second] = columns;
  if (second !== undefined) {
    const [from, to] = Array.isArray(cell) ? cell : [null, null];
    return [row.with(first, endValue(from)).with(second, endValue(to))];
  }
  if (isWildcard(cell)) return [row.with(first, anyValue)];
  const values = Array.isArray(cell) ? cell : [cell];
  return values.map((value) => row.with(first, value === null ? null : exactValue(value, type)));
}

function exactValue(cell: Cell, type: ColumnType): CellValue {
  const read = type === 'date' ? 'text' : type;
  return cellValue(answerCell(cell, { name: '', type: read }));
}

function endValue(end: string | number | null | undefined): CellValue {
  if (end === null || end === undefined) return null;
  return exactValue(end, typeof end === 'string' && /^\d{4}-/.test(end) ? 'date' : 'number');
}

function cellValue(value: ReturnType<typeof answerCell>): CellValue {
  return value === null || typeof value === 'boolean' ? value : toText(value);
}

/** Sorts the rows by the numbers of the keys between which lookups interpolate, and numbers them by the last one. */
function sortByAxes(rows: CellValue[][], axes: readonly SheetKey[], order: number | null): void {
  const at = (row: readonly CellValue[], key: SheetKey | undefined) => Number(row[key?.columns[0] ?? 0]);
  const [first, last] = [axes[0], axes.at(-1)];
  rows.sort((a, b) => at(a, first) - at(b, first) || at(a, last) - at(b, last));
  if (order === null) return;
  const byLast = [...rows].sort((a, b) => at(a, last) - at(b, last));
  byLast.forEach((row, index) => {
    row[order] = String(index + 1);
  });
}
