import type { RoundingMode } from '../../expression/index.js';
import type { LineBase } from '../run/worksheet-line.js';

/** The value of a worksheet's cell; numbers are decimal text. */
export type CellValue = LineBase['after'];

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
  | 'if';

/** `count`, `any` and `all` take boolean cells. */
export type ColumnFunction = 'sum' | 'max' | 'min' | 'average' | 'count' | 'any' | 'all';

export type Formula =
  | { kind: 'constant'; value: string | boolean }
  | { kind: 'cell'; cell: Cell }
  | { kind: 'operation'; operation: Operation; operands: readonly Formula[] }
  | { kind: 'round'; of: Formula; digits: number; mode: RoundingMode }
  /** Over cells of one column. */
  | { kind: ColumnFunction; cells: readonly Cell[] }
  /** The rank of a number in a column, the earlier of equals first, counted from 1. The default is the highest first. */
  | { kind: 'rank'; of: Cell; among: readonly Cell[]; first?: 'highest' | 'lowest' };

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
