import type { RoundingMode } from '../../expression/index.js';
import type { CellValue } from './cell-value.js';
import type { TableSheet } from './table-sheet.js';

export type { CellValue } from './cell-value.js';

/** A value of the worksheet, with its formula if it is simple arithmetic over other cells. */
export interface Cell {
  readonly value: CellValue;
  /** Null for an answer, a looked-up value or another input. */
  readonly formula: Formula | null;
}

/** The operations of formulas: those of the plan language that every spreadsheet has. */
export type Operation =
  | '+'
  | '-'
  | '*'
  | '/'
  | 'min'
  | 'max'
  | 'abs'
  | 'power'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | 'in'
  | 'and'
  | 'or'
  | '!'
  | 'if'
  | '%'
  | 'cat'
  | 'substr'
  | 'year'
  | 'month'
  | 'day'
  | 'yearsBetween'
  | 'monthsBetween'
  | 'daysBetween'
  /** Whether there is a value. */
  | 'known';

/** `count`, `any` and `all` take boolean cells. */
export type ColumnFunction = 'sum' | 'max' | 'min' | 'average' | 'count' | 'any' | 'all';

export type Formula =
  | { kind: 'constant'; value: string | boolean }
  | { kind: 'cell'; cell: Cell }
  | { kind: 'operation'; operation: Operation; operands: readonly Formula[] }
  | { kind: 'round'; of: Formula; digits: number; mode: RoundingMode }
  /** Over cells of one column. */
  | { kind: ColumnFunction; cells: readonly Cell[] }
  | LookupFormula
  /** No value: an error in a spreadsheet. */
  | { kind: 'missing' }
  /** The rank of a number in a column, the earlier of equals first, counted from 1. The default is the highest first. */
  | { kind: 'rank'; of: Cell; among: readonly Cell[]; first?: 'highest' | 'lowest' };

/** A lookup in a table that is a sheet of the workbook. */
export interface LookupFormula {
  kind: 'lookup';
  /** The row of the sheet, the second one that an interpolated value lies between, the number of the row in the table, or the value. */
  finds: 'row' | 'upper' | 'tableRow' | 'value';
  table: TableSheet;
  /** One for each key of the table. */
  keys: readonly Formula[];
  /** The number of the answer column. */
  column: number;
  /** Of a value: the cells with the rows of the sheet. */
  row: Cell | null;
  upper: Cell | null;
  /** The result for the rated answers; null if nothing was looked up. */
  result: CellValue;
}

export const missing: Formula = { kind: 'missing' };

export function constant(value: string | boolean): Formula {
  return { kind: 'constant', value };
}

export function reference(cell: Cell): Formula {
  return { kind: 'cell', cell };
}

export function operation(name: Operation, ...operands: Formula[]): Formula {
  return { kind: 'operation', operation: name, operands };
}

/** A cell with an input, not a computed value. */
export function foundCell(value: CellValue): Cell {
  return { value, formula: null };
}
