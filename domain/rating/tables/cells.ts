import {
  Decimal,
  isDate,
  isWrittenRatio,
  parseBoolean,
  parseDecimal,
  type Value,
} from '../../expression/index.js';
import type { RatingTable } from './table.js';

export type TableKey = RatingTable['keys'][number];
export type TableColumn = RatingTable['columns'][number];
export type Cell = RatingTable['rows'][number][number];

/** A cell of a sheet: text from CSV; text, numbers and booleans from a workbook; null if it is empty. */
export type SheetCell = string | number | boolean | null;

/**
 * The interval of a range cell, null for an open end. Its key decides which ends are included.
 */
export interface Interval<T> {
  from: T | null;
  to: T | null;
}

/** The cell of a row that matches only if no row without it does. */
export const otherwise = 'otherwise';

/** Whether the cell of a key matches whatever is looked up. */
export function isWildcard(cell: Cell): boolean {
  return cell === '*' || cell === otherwise;
}

/** The values of an exact cell; null in place of one that cannot be part of a list. */
export function exactValues(cell: Cell): (string | number | boolean | null)[] {
  if (!Array.isArray(cell)) return isWildcard(cell) ? [] : [cell];
  return cell.map((value) => (value === null || isWildcard(value) ? null : value));
}

/** A cell or a range's end as a decimal; null if it is not one. */
export function decimalCell(cell: Cell | null): Decimal | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? Decimal.of(cell) : null;
  if (typeof cell !== 'string') return null;
  return parseDecimal(cell) ?? (isWrittenRatio(cell) ? Decimal.of(cell) : null);
}

/** A cell or a range's end as a date; null if it is not one. */
export function dateCell(cell: Cell | null): string | null {
  return typeof cell === 'string' && isDate(cell) ? cell : null;
}

/** A range cell whose ends `read` understands; null if it is not one. */
export function intervalCell<T>(cell: Cell, read: (end: Cell | null) => T | null): Interval<T> | null {
  if (isWildcard(cell)) return { from: null, to: null };
  if (!Array.isArray(cell) || cell.length !== 2) return null;
  const [low, high] = cell;
  const from = low === null || low === undefined ? null : read(low);
  const to = high === null || high === undefined ? null : read(high);
  return (from === null && low !== null) || (to === null && high !== null) ? null : { from, to };
}

/** The authored cell as its column's type; null if it does not fit. */
export function answerCell(cell: Cell, { type }: TableColumn): Value | null {
  if (Array.isArray(cell)) return null;
  switch (type) {
    case 'number':
      return decimalCell(cell);
    case 'text':
      return String(cell);
    case 'boolean':
      if (typeof cell === 'boolean') return cell;
      return typeof cell === 'string' ? parseBoolean(cell) : null;
  }
}
