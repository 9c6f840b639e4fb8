import type { Cell, CellValue, Workbook, Worksheet } from 'exceljs';
import type { SheetCell, SheetRow } from '../../domain/rating/tables/sheet.js';
import { SheetError } from './sheet-error.js';

/** What Excel keeps of a number that is typed into it. */
const significantDigits = 15;

/**
 * The sheets of an Excel workbook (`.xlsx`) by name. Numbers are as they were typed, without what binary
 * fractions add (`0.1 + 0.2` in a formula is 0.3); dates are `YYYY-MM-DD`; numbers that are shown with leading
 * zeros keep them as text; formulas give what they last came to.
 *
 * @throws SheetError where it is no workbook, or a cell holds an error or a formula that was never computed.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Map<string, SheetRow[]>> {
  const workbook = await newWorkbook();
  try {
    await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0]);
  } catch {
    throw new SheetError('it is not an Excel workbook (.xlsx)');
  }
  return new Map(workbook.worksheets.map((sheet) => [sheet.name, rowsOf(sheet)]));
}

/** Writes sheets, each with a row of column names first, as an Excel workbook. */
export async function writeWorkbook(
  sheets: ReadonlyMap<string, readonly (readonly SheetCell[])[]>,
): Promise<Uint8Array> {
  const workbook = await newWorkbook();
  for (const [name, rows] of sheets) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    for (const cells of rows) sheet.addRow(cells.map(writtenCell));
    sheet.getRow(1).font = { bold: true };
    formatCells(sheet);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** Loaded when it is needed: other commands start faster without it. */
async function newWorkbook(): Promise<Workbook> {
  const { default: exceljs } = await import('exceljs');
  return new exceljs.Workbook();
}

/** A number that Excel would cut to its 15 digits is written as text, which table columns of numbers read too. */
function writtenCell(cell: SheetCell): SheetCell {
  if (typeof cell === 'number' && rounded(cell) !== cell) return String(cell);
  return typeof cell === 'string' ? escaped(cell) : cell;
}

/** Excel writes what XML cannot hold as `_x000D_`, and a text that looks like that with its `_` as `_x005F_`. */
function escaped(text: string): string {
  const literal = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
  return literal.replace(/[\u0000-\u0008\u000b-\u001f]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `_x${code}_`;
  });
}

function formatCells(sheet: Worksheet): void {
  sheet.columns.forEach((column) => {
    let width = 10;
    column.eachCell?.((cell) => {
      width = Math.max(width, Math.min(60, String(cell.value ?? '').length + 2));
      // As text, so that Excel leaves codes such as 0123 alone when the cell is edited.
      if (typeof cell.value === 'string') cell.numFmt = '@';
    });
    column.width = width;
  });
}

function rowsOf(sheet: Worksheet): SheetRow[] {
  const rows: SheetRow[] = [];
  sheet.eachRow((row, number) => {
    const cells: SheetCell[] = [];
    for (let column = 1; column <= row.cellCount; column++) cells.push(readCell(sheet, row.getCell(column)));
    rows.push({ place: `row ${number}`, cells });
  });
  return rows;
}

function readCell(sheet: Worksheet, cell: Cell): SheetCell {
  const value = read(cell.value, cell.numFmt);
  if (!(value instanceof Error)) return value;
  throw new SheetError(`sheet ${sheet.name}, cell ${cell.address}: ${value.message}`);
}

function read(value: CellValue | undefined, format: string | undefined): SheetCell | Error {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return shownNumber(value, format);
  return value instanceof Date ? dateText(value) : readObject(value, format);
}

function readObject(
  value: Exclude<CellValue, null | number | string | boolean | Date | undefined>,
  format: string | undefined,
) {
  if ('error' in value) return new Error(`it holds the error ${value.error}`);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('') || null;
  if ('text' in value) return read(value.text, format);
  if (value.result === undefined) return new Error('it holds a formula that was never computed');
  return read(value.result, format);
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

function dateText(date: Date): string | Error {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : new Error('it is a time, not a date');
}
