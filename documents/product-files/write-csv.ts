import { stringify } from 'csv-stringify/sync';
import type { SheetCell } from '../../domain/rating/tables/cells.js';

/**
 * Writes rows as CSV (RFC 4180). Cells at whose edges a reader might trim or drop something are quoted.
 */
export function writeCsv(rows: readonly (readonly SheetCell[])[]): string {
  // Numbers and booleans as `String` writes them.
  const texts = rows.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))));
  return stringify(texts, { record_delimiter: '\r\n', quoted_match: /^\s|\s$|^\ufeff|[\r\n]/ });
}

/** A text as a cell of a report: spreadsheets would run one such as `=1+1`, so an apostrophe precedes it. */
export function plainText(cell: SheetCell): SheetCell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
