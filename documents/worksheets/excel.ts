import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { Cell, CellValue } from '../../domain/rating/cells/formula.js';
import { type Address, spreadsheetFormula } from './excel-formula.js';
import {
  addressesOf,
  type CellStyle,
  documentText,
  isCell,
  type PlannedCell,
  type PlannedSheet,
} from './excel-plan.js';
import { sheetsOf } from './excel-sheets.js';
import type { WorksheetDocument } from './worksheet-document.js';

/** A cell takes 32,767 letters, and nobody reads as many. */
const longestText = 2_000;

/** Other requests are answered after so many rows. */
const rowsAtATime = 200;

/**
 * The worksheet as an Excel workbook whose formulas recalculate to the premium (spec 4.9). Written row by row,
 * so that a rating of many thousand steps takes little memory.
 */
export async function excelWorksheet(document: WorksheetDocument): Promise<Buffer> {
  const sheets = sheetsOf(document);
  const addresses = addressesOf(sheets);
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream,
    useStyles: true,
    useSharedStrings: true,
  });
  workbook.creator = documentText(document.quote.quotingOrganizationName);
  workbook.created = document.quote.quoteTimestamp;
  for (const sheet of sheets) await writeSheet(workbook, sheet, addresses, document);
  await workbook.commit();
  return Buffer.concat(chunks);
}

async function writeSheet(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  { name, widths, frozenRows, rows }: PlannedSheet,
  addresses: ReadonlyMap<Cell, Address>,
  { quote, sha256 }: WorksheetDocument,
): Promise<void> {
  const sheet = workbook.addWorksheet(name, {
    views: [{ showGridLines: false, ...(frozenRows > 0 && { state: 'frozen', ySplit: frozenRows }) }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: `&L&8${quote.requestId}&C&8${sha256}&R&8&P / &N` },
  });
  sheet.columns = widths.map((width) => ({ width }));
  for (const [index, planned] of rows.entries()) {
    const row = sheet.getRow(index + 1);
    planned.forEach((cell, column) => {
      if (cell === null || cell.content === null || cell.content === '') return;
      const target = row.getCell(column + 1);
      target.value = contentOf(
        cell,
        { sheet: name, column: target.address.replace(/\d+$/, ''), row: index + 1 },
        addresses,
      );
      target.style = styleOf(cell);
    });
    row.commit();
    if (index % rowsAtATime === rowsAtATime - 1) await setImmediate();
  }
  sheet.commit();
}

function contentOf(
  { content }: PlannedCell,
  here: Address,
  addresses: ReadonlyMap<Cell, Address>,
): ExcelJS.CellValue {
  if (!isCell(content)) return typeof content === 'string' ? shownText(content) : content;
  const result = plainValue(content.value);
  const at = addresses.get(content);
  const isAgain =
    at !== undefined && !(at.sheet === here.sheet && at.column === here.column && at.row === here.row);
  const source = isAgain ? ({ kind: 'cell', cell: content } as const) : content.formula;
  const formula = source && spreadsheetFormula(source, here.sheet, addresses);
  return formula ? { formula: documentText(formula), result: result ?? '' } : result;
}

/** Numbers become numbers: a double carries more digits than a spreadsheet shows. */
function plainValue(value: CellValue): string | number | boolean | null {
  if (typeof value !== 'string') return value;
  return numberOf(value)?.toNumber() ?? shownText(value);
}

function shownText(text: string): string {
  return documentText(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

const font = { name: 'Calibri', size: 10 } as const;
const thinLine = { style: 'thin', color: { argb: 'FF9AA5B1' } } as const;
const darkFill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F3A5F' } } as const;

const styles: Readonly<Record<CellStyle, Partial<ExcelJS.Style>>> = {
  title: { font: { ...font, size: 16, bold: true, color: { argb: 'FF1F3A5F' } } },
  heading: { font: { ...font, size: 12, bold: true, color: { argb: 'FF1F3A5F' } } },
  columnHead: { font: { ...font, bold: true, color: { argb: 'FFFFFFFF' } }, fill: darkFill },
  label: { font: { ...font, bold: true } },
  text: { font },
  note: { font: { ...font, color: { argb: 'FF5A6672' } } },
  number: { font },
  amount: { font, numFmt: '#,##0.00####' },
  money: { font, numFmt: '#,##0.00' },
  total: { font: { ...font, bold: true }, numFmt: '#,##0.00', border: { top: thinLine } },
};

const foundStyles = Object.fromEntries(
  Object.entries(styles).map(([name, style]) => [
    name,
    { ...style, font: { ...style.font, color: { argb: 'FF1F4FBF' } } },
  ]),
) as Readonly<Record<CellStyle, Partial<ExcelJS.Style>>>;

/** Blue for numbers that were found, as is the custom for numbers that nothing computes. */
function styleOf({ content, style }: PlannedCell): Partial<ExcelJS.Style> {
  const isFound = isCell(content) && content.formula === null && numberOf(content.value) !== null;
  return isFound ? foundStyles[style] : styles[style];
}
