import { Decimal } from '../../expression/index.js';
import type { Cell, SheetCell } from './cells.js';

const list = /^\s*\[(.*)\]\s*$/s;
/** A value of a list, in double quotes or up to the next comma. */
const member = /\s*("(?:[^"\\]|\\.)*"|[^",]*)\s*(,|$)/gy;

/** Table cells are read without exponents. */
export function written(cell: SheetCell): SheetCell {
  return typeof cell === 'number' && /e/.test(String(cell)) ? Decimal.of(cell).toFixed() : cell;
}

/**
 * An exact cell as a sheet has it: several values as `[CA, NY]`. A value with a comma, quotes or brackets is in
 * double quotes, as in JSON.
 */
export function writtenValues(cell: Cell): SheetCell {
  if (Array.isArray(cell)) return `[${cell.map((value) => quoted(String(written(value)))).join(', ')}]`;
  return typeof cell === 'string' && list.test(cell) ? `[${JSON.stringify(cell)}]` : written(cell);
}

/**
 * A sheet's cell as an exact cell of the table. A cell that is not a list, valid or malformed, stays
 * unchanged.
 */
export function readValues(cell: SheetCell): Exclude<SheetCell, null> | string[] | null {
  const inside = typeof cell === 'string' ? list.exec(cell)?.[1] : undefined;
  if (inside === undefined) return cell;
  if (inside.trim() === '') return [];
  const values: string[] = [];
  let end = 0;
  for (const [whole, value = '', comma] of inside.matchAll(member)) {
    const read = value.startsWith('"') ? unquoted(value) : value.trim();
    if (read === null) return cell;
    values.push(read);
    end += whole.length;
    if (comma === '') break;
  }
  return end === inside.length ? values : cell;
}

function unquoted(value: string): string | null {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'string' ? read : null;
  } catch {
    return null;
  }
}

function quoted(value: string): string {
  return /[,"[\]]|^\s|\s$|^$/.test(value) ? JSON.stringify(value) : value;
}
