import type { Writable } from 'node:stream';
import { type BordereauColumn, cellOf, isAmount } from '../../domain/bordereau/columns.js';
import type { BordereauRow, CellValue } from '../../domain/bordereau/row-facts.js';
import { amountIn } from '../../domain/money/amount-text.js';
import { minorDigits } from '../../domain/money/currency.js';
import { moneyFormat } from '../excel/money-format.js';
import { type CellLook, type WrittenCell, writeWorkbook } from '../excel/write-workbook.js';
import { plainText, writeCsv } from '../product-files/csv.js';

/** A bordereau as a table: the columns, and what links a row to its change. */
export interface BordereauTable {
  month: string;
  columns: readonly BordereauColumn[];
  rows: readonly { row: BordereauRow; links: readonly CellValue[] }[];
  /** The headings of the links. */
  linkNames: readonly string[];
}

/** The name of the file of a bordereau. */
export const bordereauFileName = (month: string, format: 'csv' | 'xlsx'): string =>
  `bordereau-${month}.${format}`;

/** A bordereau as the text of a CSV file. */
export function bordereauCsv({ columns, rows, linkNames }: BordereauTable): string {
  const cell = (value: CellValue, currency?: string) => {
    if (typeof value !== 'number') return plainText(value);
    return currency === undefined ? String(value) : amountIn(currency, value);
  };
  return writeCsv([
    [...columns.map(({ name }) => name), ...linkNames],
    ...rows.map(({ row, links }) => [
      ...columns.map((column) => cell(cellOf(column, row), isAmount(column) ? row.currency : undefined)),
      ...links.map((link) => cell(link)),
    ]),
  ]);
}

const heading: CellLook = { bold: true, fill: 'E7ECF2' };
/** By the decimals of the currency. */
const money: readonly CellLook[] = [0, 1, 2, 3].map((digits) => ({ numberFormat: moneyFormat(digits) }));

/** Writes a bordereau as an Excel workbook, and ends the target. */
export async function writeBordereauWorkbook(table: BordereauTable, target: Writable): Promise<void> {
  const { month, columns, linkNames } = table;
  const widths = [...columns.map(({ name }) => Math.max(14, name.length + 2)), ...linkNames.map(() => 38)];
  await writeWorkbook({ sheets: [{ name: month, widths, frozenRows: 1, rows: cellsOf(table) }] }, target);
}

function* cellsOf({ columns, rows, linkNames }: BordereauTable): Generator<WrittenCell[], void> {
  yield [...columns.map(({ name }) => name), ...linkNames].map((content) => ({ content, look: heading }));
  for (const { row, links } of rows) {
    yield [
      ...columns.map((column): WrittenCell => {
        const content = cellOf(column, row);
        const look = isAmount(column) ? money[minorDigits(row.currency)] : undefined;
        return { content, ...(look && { look }) };
      }),
      ...links.map((content): WrittenCell => ({ content })),
    ];
  }
}
