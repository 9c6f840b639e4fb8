import type ExcelJS from 'exceljs';
import { LiveBook } from './live-book.js';

/** A workbook as somebody opens it, with every formula computed anew. */
export interface Spreadsheet {
  workbook: ExcelJS.Workbook;
  sheetNames: string[];
  /** What a cell shows, its formula computed from the cells it refers to. */
  computed(sheet: string, row: number, column: number): unknown;
  /** What was stored with the cell. */
  stored(sheet: string, row: number, column: number): unknown;
  formulas(): {
    sheet: string;
    row: number;
    column: number;
    formula: string;
    stored: unknown;
    computed: unknown;
  }[];
  /** Puts another value into a cell; everything that refers to it is computed again. */
  change(sheet: string, row: number, column: number, value: number | string | boolean): void;
  /** The row whose first columns have this text. */
  rowOf(sheet: string, label: string): number;
}

export async function openSpreadsheet(file: Buffer): Promise<Spreadsheet> {
  const book = await LiveBook.open(file);
  const { workbook } = book;
  const cellAt = (sheet: string, row: number, column: number) => {
    const found = workbook.getWorksheet(sheet);
    if (!found) throw new Error(`no sheet ${sheet}`);
    return found.getCell(row, column);
  };
  const computed = (sheet: string, row: number, column: number): unknown => book.value(sheet, row, column);
  const stored = (sheet: string, row: number, column: number) => {
    const cell = cellAt(sheet, row, column);
    return cell.formula ? cell.result : cell.value;
  };
  return {
    workbook,
    sheetNames: workbook.worksheets.map(({ name }) => name),
    computed,
    stored,
    formulas: () => workbook.worksheets.flatMap((sheet) => formulasOf(sheet, computed)),
    change(sheet, row, column, value) {
      cellAt(sheet, row, column).value = value;
      book.forget();
    },
    rowOf(sheet, label) {
      const rows = workbook.getWorksheet(sheet)?.getRows(1, 5_000) ?? [];
      const row = rows.find((candidate) =>
        [1, 2].some((column) => candidate.getCell(column).value === label),
      );
      if (!row) throw new Error(`no row "${label}" in ${sheet}`);
      return row.number;
    },
  };
}

function formulasOf(
  sheet: ExcelJS.Worksheet,
  computed: Spreadsheet['computed'],
): ReturnType<Spreadsheet['formulas']> {
  const found: ReturnType<Spreadsheet['formulas']> = [];
  sheet.eachRow((row) =>
    row.eachCell((cell) => {
      if (!cell.formula) return;
      const [at, column] = [Number(cell.row), Number(cell.col)];
      found.push({
        ...{ sheet: sheet.name, row: at, column, formula: cell.formula },
        ...{ stored: cell.result, computed: computed(sheet.name, at, column) },
      });
    }),
  );
  return found;
}
