import type { CellValue, Worksheet } from 'exceljs';

/** The displayed value of a cell: a formula's last result, a link's text; or why it has none. */
export type ReadValue = string | number | boolean | Date | null | { problem: string };

export interface ReadCell {
  /** For example `B7`. */
  address: string;
  value: ReadValue;
  /** Its number format: `00000`. */
  format: string | undefined;
}

export interface ReadRow {
  /** From 1; empty rows are left out. */
  number: number;
  cells: ReadCell[];
}

/** Parts of a sheet without values. The library writes rules of input out for each cell of their range. */
const ignoreNodes = ['conditionalFormatting', 'dataValidations'];

/** The sheets of an Excel workbook (`.xlsx`) by name; null if the bytes are not a workbook. */
export async function readWorkbook(bytes: Uint8Array): Promise<Map<string, ReadRow[]> | null> {
  // Loaded on demand, so that commands start faster.
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.Workbook();
  try {
    // The library's types require its own Buffer, but it reads any bytes.
    await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0], { ignoreNodes });
  } catch {
    return null;
  }
  return new Map(workbook.worksheets.map((sheet) => [sheet.name, rowsOf(sheet)]));
}

function rowsOf(sheet: Worksheet): ReadRow[] {
  const rows: ReadRow[] = [];
  sheet.eachRow((row, number) => {
    const cells = Array.from({ length: row.cellCount }, (_, index): ReadCell => {
      const { address, value, numFmt } = row.getCell(index + 1);
      return { address, value: shown(value), format: numFmt };
    });
    rows.push({ number, cells });
  });
  return rows;
}

function shown(value: CellValue | undefined): ReadValue {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'object' || value instanceof Date) return value;
  if ('error' in value) return { problem: `it holds the error ${value.error}` };
  if ('richText' in value) return value.richText.map(({ text }) => text).join('') || null;
  if ('text' in value) return shown(value.text);
  if (value.result === undefined) return { problem: 'it holds a formula that was never computed' };
  return shown(value.result);
}
