import type { SheetCell } from '../../domain/rating/tables/cells.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';
import { type ReadCell, readWorkbook as readCells } from '../excel/read-workbook.js';
import { unpackedSize } from '../excel/unpacked-size.js';
import { type CellLook, type WrittenCell, workbookBytes } from '../excel/write-workbook.js';
import { SheetError } from './sheet-error.js';

/** The digits that Excel keeps of a number. */
const significantDigits = 15;
/** Far above any rate manual. */
const largestUnpacked = 100 * 1024 * 1024;
const notWorkbook = 'it is not an Excel workbook (.xlsx) of at most 100 MB when unpacked';

/**
 * The sheets of an Excel workbook (`.xlsx`) by name. Numbers are as they were typed, without binary rounding
 * errors (`0.1 + 0.2` in a formula is 0.3); dates are `YYYY-MM-DD`; numbers shown with leading zeros stay
 * text; formulas give their last result.
 *
 * @throws SheetError if it is not a workbook, or a cell has an error or a formula that was never computed.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Map<string, SheetRow[]>> {
  if (unpackedSize(bytes, largestUnpacked) === null) throw new SheetError(notWorkbook);
  const sheets = await readCells(bytes);
  if (sheets === null) throw new SheetError(notWorkbook);
  return new Map(
    [...sheets].map(([name, rows]) => [
      name,
      rows.map(({ number, cells }) => ({
        place: `row ${number}`,
        cells: cells.map((cell) => readCell(name, cell)),
      })),
    ]),
  );
}

/** Writes sheets, each with a row of column names first, as an Excel workbook. */
export function writeWorkbook(
  sheets: ReadonlyMap<string, readonly (readonly SheetCell[])[]>,
): Promise<Uint8Array> {
  return workbookBytes({
    sheets: [...sheets].map(([name, cells]) => {
      const rows = cells.map((row, index) => row.map((cell) => writtenCell(cell, index === 0)));
      return { name, widths: widthsOf(rows), frozenRows: 1, rows };
    }),
  });
}

// As text, so that Excel leaves codes such as 0123 unchanged when the cell is edited.
const text: CellLook = { numberFormat: '@' };
const columnName: CellLook = { ...text, bold: true };

function writtenCell(cell: SheetCell, isColumnName: boolean): WrittenCell {
  const content = writtenContent(cell);
  if (isColumnName) return { content, look: columnName };
  return typeof content === 'string' ? { content, look: text } : { content };
}

/** A number that Excel would cut to 15 digits is written as text, which number columns accept too. */
function writtenContent(cell: SheetCell): SheetCell {
  if (typeof cell === 'number' && rounded(cell) !== cell) return String(cell);
  return typeof cell === 'string' ? escaped(cell) : cell;
}

/**
 * Excel writes characters that XML cannot hold as `_x000D_`, and a text that looks like that with its `_` as
 * `_x005F_`.
 */
function escaped(text: string): string {
  const literal = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
  return literal.replace(/[\u0000-\u0008\u000b-\u001f]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `_x${code}_`;
  });
}

function widthsOf(rows: readonly (readonly WrittenCell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ content }, column) => {
      widths[column] = Math.max(widths[column] ?? 10, Math.min(60, String(content ?? '').length + 2));
    });
  }
  return widths;
}

function readCell(sheet: string, { address, value, format }: ReadCell): SheetCell {
  const fail = (problem: string) => new SheetError(`sheet ${sheet}, cell ${address}: ${problem}`);
  if (typeof value === 'number') return shownNumber(value, format);
  if (value === null || typeof value !== 'object') return value;
  if ('problem' in value) throw fail(value.problem);
  const at = Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (!at.endsWith('T00:00:00.000Z')) throw fail('it is a time, not a date');
  return at.slice(0, 10);
}

/** Excel stores 01234 as the number 1234 and the format 00000. */
function shownNumber(value: number, format: string | undefined): SheetCell {
  const zeros = /^0{2,}$/.exec(format ?? '')?.[0].length ?? 0;
  return zeros > 0 && Number.isInteger(value) && value >= 0
    ? String(value).padStart(zeros, '0')
    : rounded(value);
}

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits));
}
