import type { LineBase } from '../run/worksheet-line.js';

/** What a worksheet writes into a cell; numbers are decimal text. */
export type CellValue = LineBase['after'];

/** A value of the worksheet and, where simple arithmetic leads to it, how it follows from other cells. */
export interface Cell {
  readonly value: CellValue;
  /** Null where the value was answered, looked up or otherwise found. */
  readonly formula: Formula | null;
}

/** The operations a formula is made of; those of the plan language that every spreadsheet has as well. */
export type Operation =
  | '+'
  | '-'
  | '*'
  | '/'
  | 'min'
  | 'max'
  | 'abs'
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
  | 'if';

/** `count`, `any` and `all` are of cells that hold true. */
export type ColumnFunction = 'sum' | 'max' | 'min' | 'average' | 'count' | 'any' | 'all';

export type Formula =
  | { kind: 'constant'; value: string | boolean }
  | { kind: 'cell'; cell: Cell }
  | { kind: 'operation'; operation: Operation; operands: readonly Formula[] }
  | { kind: 'round'; of: Formula; digits: number; mode: string }
  /** Over cells of one column; the cells between them hold nothing. */
  | { kind: ColumnFunction; cells: readonly Cell[] }
  /** The place of a number in a column, the highest first and the earlier of equals first, counted from 1. */
  | { kind: 'rank'; of: Cell; among: readonly Cell[] };

export function constant(value: string | boolean): Formula {
  return { kind: 'constant', value };
}

export function reference(cell: Cell): Formula {
  return { kind: 'cell', cell };
}

export function operation(name: Operation, ...operands: Formula[]): Formula {
  return { kind: 'operation', operation: name, operands };
}

/** A cell whose value was found, not computed. */
export function foundCell(value: CellValue): Cell {
  return { value, formula: null };
}
