import { numberOf } from '../../domain/rating/cells/evaluate.js';
import { type Cell, type CellValue, reference } from '../../domain/rating/cells/formula.js';
import type { TableSheet } from '../../domain/rating/cells/table-sheet.js';
import { columnLetter } from '../excel/column-letter.js';
import { type CellContent, type CellLook, type WrittenCell, workbookBytes } from '../excel/write-workbook.js';
import { dateNumber } from './excel-dates.js';
import { type Address, spreadsheetFormula } from './excel-formula.js';
import {
  addressesOf,
  type CellStyle,
  documentText,
  isCell,
  type PlannedCell,
  type PlannedRow,
} from './excel-plan.js';
import { sheetsOf } from './excel-sheets.js';
import type { WorksheetDocument } from './worksheet-document.js';

/** A cell can hold 32,767 letters; nobody reads that many. */
const longestText = 2_000;

/** The worksheet as an Excel workbook whose formulas recalculate to the premium (spec 4.9). */
export function excelWorksheet(document: WorksheetDocument): Promise<Buffer> {
  const { quote, sha256 } = document;
  const { sheets, tables } = sheetsOf(document);
  const addresses = addressesOf(sheets);
  return workbookBytes({
    author: documentText(quote.quotingOrganizationName),
    createdAt: quote.quoteTimestamp,
    sheets: sheets.map(({ name, widths, frozenRows, rows, entries }) => ({
      name,
      widths,
      frozenRows,
      printed: { left: quote.requestId, center: sha256 },
      ...(entries && { entries }),
      rows: writtenRows(name, rows, { addresses, tables }),
    })),
  });
}

/** Where formulas find cells and tables. */
interface Places {
  addresses: ReadonlyMap<Cell, Address>;
  tables: ReadonlyMap<TableSheet, string>;
}

/** Row by row, so that a rating of thousands of steps needs little memory. */
function* writtenRows(
  sheet: string,
  rows: readonly PlannedRow[],
  places: Places,
): Generator<(WrittenCell | null)[]> {
  for (const [index, row] of rows.entries()) {
    yield row.map((cell, column) => {
      if (cell === null || cell.content === null || cell.content === '') return null;
      const here = { sheet, column: columnLetter(column), row: index + 1 };
      return { content: contentOf(cell, here, places), look: lookOf(cell) };
    });
  }
}

function contentOf({ content }: PlannedCell, here: Address, { addresses, tables }: Places): CellContent {
  if (!isCell(content)) {
    if (typeof content === 'object' && content !== null) {
      const addressOf = (cell: Cell) =>
        spreadsheetFormula(reference(cell), here.sheet, addresses, tables) ?? '0';
      return { formula: documentText(content.formula(addressOf)), result: content.result };
    }
    return typeof content === 'string' ? shownText(content) : content;
  }
  const result = plainValue(content.value);
  const at = addresses.get(content);
  const isAgain =
    at !== undefined && !(at.sheet === here.sheet && at.column === here.column && at.row === here.row);
  const source = isAgain ? ({ kind: 'cell', cell: content } as const) : content.formula;
  const formula = source && spreadsheetFormula(source, here.sheet, addresses, tables);
  return formula ? { formula: documentText(formula), result: result ?? '' } : result;
}

/** Numbers are written as numbers: a double has more digits than a spreadsheet shows. */
function plainValue(value: CellValue): string | number | boolean | null {
  if (typeof value !== 'string') return value;
  return numberOf(value)?.toNumber() ?? dateNumber(value) ?? shownText(value);
}

function shownText(text: string): string {
  return documentText(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

const base: CellLook = { size: 10 };
const ink = '1F3A5F';

const looks: Readonly<Record<CellStyle, CellLook>> = {
  title: { size: 16, bold: true, color: ink },
  heading: { size: 12, bold: true, color: ink },
  columnHead: { ...base, bold: true, color: 'FFFFFF', fill: ink },
  label: { ...base, bold: true },
  text: base,
  note: { ...base, color: '5A6672' },
  number: base,
  amount: { ...base, numberFormat: '#,##0.00####' },
  money: { ...base, numberFormat: '#,##0.00' },
  date: { ...base, numberFormat: 'yyyy-mm-dd' },
  code: { ...base, numberFormat: '@' },
  total: { ...base, bold: true, numberFormat: '#,##0.00', lineAbove: '9AA5B1' },
};

const foundLooks = Object.fromEntries(
  Object.entries(looks).map(([name, look]) => [name, { ...look, color: '1F4FBF' }]),
) as Readonly<Record<CellStyle, CellLook>>;

/** Blue for numbers that are inputs, as is the custom in spreadsheets. */
function lookOf({ content, style }: PlannedCell): CellLook {
  if (!isCell(content)) return looks[style];
  const { formula, value } = content;
  const look = typeof value === 'string' && dateNumber(value) !== null ? 'date' : style;
  return formula === null && numberOf(value) !== null ? foundLooks[look] : looks[look];
}
