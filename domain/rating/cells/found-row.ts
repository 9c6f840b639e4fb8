import { parseBoolean } from '../../expression/index.js';
import { compareTexts } from '../tables/packed-rows.js';
import type { CellValue } from './formula.js';
import { anyValue, type SheetKey, type TableSheet } from './table-sheet.js';

/** The number of the first row of a table on its sheet, below its title and heads. */
export const firstSheetRow = 4;

/** The rows of a table's sheet that a lookup reads. */
export interface FoundRows {
  row: number;
  /** The row above it on a curve, or at the opposite corner of a grid; null unless the table interpolates. */
  upper: number | null;
}

/**
 * Finds the rows of a lookup on the table's sheet, as its formulas do.
 * @param authored the index of the row of the table that was hit.
 */
export function foundRows(
  sheet: TableSheet,
  authored: number,
  sought: readonly CellValue[],
): FoundRows | null {
  const axes = sheet.form === 'linear' ? 1 : sheet.form === 'bilinear' ? 2 : 0;
  const others = sheet.keys.length - axes;
  const fits = (row: readonly CellValue[]) =>
    sheet.keys.every((key, place) => place >= others || isFit(key, row, sought[place] ?? null));
  if (axes === 0) {
    const index = sheet.rows.findIndex((row) => row[0] === String(authored + 1) && fits(row));
    return index === -1 ? null : { row: index + firstSheetRow, upper: null };
  }
  const rows = sheet.rows.flatMap((row, index) => (fits(row) ? [{ row, index }] : []));
  const ends = sheet.keys.slice(others).map((key, place) => {
    const at = Number(sought[others + place]);
    const numbers = rows.map(({ row }) => Number(row[key.columns[0]]));
    const [low, high] = [
      Math.max(...numbers.filter((number) => number <= at)),
      Math.min(...numbers.filter((number) => number >= at)),
    ];
    return { column: key.columns[0], low, high };
  });
  const corner = (end: 'low' | 'high') =>
    rows.find(({ row }) => ends.every((each) => Number(row[each.column]) === each[end]))?.index;
  const [low, high] = [corner('low'), corner('high')];
  return low === undefined || high === undefined
    ? null
    : { row: low + firstSheetRow, upper: high + firstSheetRow };
}

function isFit({ columns, type, from, to }: SheetKey, row: readonly CellValue[], sought: CellValue): boolean {
  const [first, second] = columns;
  const own = row[first] ?? null;
  if (second === undefined) return own === anyValue || isEqual(own, sought, type);
  const [low, high] = [own, row[second] ?? null];
  const compared = (end: CellValue) =>
    type === 'date' ? compareTexts(String(sought), String(end)) : Number(sought) - Number(end);
  const isAbove = low === null || (from === 'excluded' ? compared(low) > 0 : compared(low) >= 0);
  const isBelow = high === null || (to === 'included' ? compared(high) <= 0 : compared(high) < 0);
  return isAbove && isBelow;
}

function isEqual(own: CellValue, sought: CellValue, type: SheetKey['type']): boolean {
  if (type === 'number') return Number(own) === Number(sought);
  if (type === 'boolean') return own === (typeof sought === 'string' ? parseBoolean(sought) : sought);
  return own === String(sought);
}
