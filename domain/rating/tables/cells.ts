import { Dec, type Decimal, isDate, parseBoolean, parseDecimal, type Value } from '../../expression/index.js';
import type { RatingTable } from './table.js';

export type TableKey = RatingTable['keys'][number];
export type TableColumn = RatingTable['columns'][number];
export type Cell = RatingTable['rows'][number][number];

/** What a range cell covers: from included, to excluded, null for an open end. */
export interface Interval<T> {
  from: T | null;
  to: T | null;
}

/** A cell or a range's end as a decimal; null where it is none. */
export function decimalCell(cell: Cell | null): Decimal | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? new Dec(cell) : null;
  return typeof cell === 'string' ? parseDecimal(cell) : null;
}

/** A cell or a range's end as a date; null where it is none. */
export function dateCell(cell: Cell | null): string | null {
  return typeof cell === 'string' && isDate(cell) ? cell : null;
}

/** A range cell whose ends `read` understands; null where it is none. */
export function intervalCell<T>(cell: Cell, read: (end: Cell | null) => T | null): Interval<T> | null {
  if (cell === '*') return { from: null, to: null };
  if (!Array.isArray(cell) || cell.length !== 2) return null;
  const [low, high] = cell;
  const from = low === null || low === undefined ? null : read(low);
  const to = high === null || high === undefined ? null : read(high);
  return (from === null && low !== null) || (to === null && high !== null) ? null : { from, to };
}

/** The authored cell as its column's type; null where it is none. */
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
