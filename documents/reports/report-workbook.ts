import type { ReportBatch, ReportToRead } from '../../db/reports/read-report.js';
import { type FigureKind, kindOfFigure, type ReportRow, reportColumns } from '../../db/reports/reports.js';
import { minorDigits } from '../../domain/money/currency.js';
import { exposurePlaces } from '../../domain/policy/exposure-setting.js';
import { moneyFormat } from '../excel/money-format.js';
import type { CellLook, SheetToWrite, WorkbookToWrite, WrittenCell } from '../excel/write-workbook.js';

/** Excel has 1,048,576 rows a sheet. */
const mostRows = 1_000_000;

/** A report as an Excel workbook that is written as its rows arrive: a sheet, or more for a very large book. */
export function reportWorkbook(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
  rowsOfSheet = mostRows,
): WorkbookToWrite {
  return { sheets: sheetsOf(report, batches, rowsOfSheet), isLong: true };
}

async function* sheetsOf(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
  rowsOfSheet: number,
): AsyncGenerator<SheetToWrite, void> {
  const { labels, figures } = reportColumns(report);
  const widths = [...labels.map((label) => (label.endsWith('Id') ? 38 : 22)), ...figures.map(() => 16)];
  const reading = batches[Symbol.asyncIterator]();
  let next = await reading.next();
  const cells = (row: ReportRow, looks: RowLooks): WrittenCell[] => [
    ...labels.map((name) => ({ content: row[name] ?? null, look: looks.TEXT })),
    ...figures.map((name) => ({ content: valueOfFigure(row, name), look: lookOf(looks, row, name) })),
  ];
  async function* rows(): SheetToWrite['rows'] & AsyncGenerator<WrittenCell[]> {
    yield [...labels, ...figures].map((content) => ({ content, look: heading }));
    for (let written = 0; !next.done; next = await reading.next()) {
      written += next.value.rows.length;
      if (written > rowsOfSheet) break;
      for (const row of next.value.rows) yield cells(row, plain);
      for (const row of next.value.totals) yield cells(asTotal(row, labels), total);
    }
  }
  try {
    for (let number = 1; number === 1 || !next.done; number++) {
      const name = number === 1 ? report.asOf : `${report.asOf} (${number})`;
      yield { name, widths, frozenRows: 1, rows: rows() };
    }
  } finally {
    await reading.return?.();
  }
}

type RowLooks = Readonly<Record<Exclude<FigureKind, 'MONEY'>, CellLook>> & {
  /** By the decimals of the currency. */
  MONEY: readonly CellLook[];
};

const heading: CellLook = { bold: true, fill: 'E7ECF2' };
const plain = rowLooks({});
const total = rowLooks({ bold: true, lineAbove: '808080' });

function rowLooks(label: CellLook): RowLooks {
  const inFormat = (numberFormat: string): CellLook => ({ ...label, numberFormat });
  return {
    TEXT: label,
    MONEY: [0, 1, 2, 3].map((digits) => inFormat(moneyFormat(digits))),
    COUNT: inFormat('#,##0'),
    EXPOSURE: inFormat(`#,##0.${'0'.repeat(exposurePlaces)}`),
  };
}

function lookOf(looks: RowLooks, { currency }: ReportRow, figure: string): CellLook {
  const kind = kindOfFigure(figure);
  return kind === 'MONEY' ? (looks.MONEY[minorDigits(String(currency))] ?? looks.COUNT) : looks[kind];
}

/** A figure of a row: a number, the text that it is, or null where there is none. */
export function valueOfFigure(row: ReportRow, figure: string): string | number | null {
  const value = row[figure] ?? null;
  return value === null || kindOfFigure(figure) === 'TEXT' ? value : Number(value);
}

/** A total as a row of a table: its first column says so. */
export function asTotal(total: ReportRow, [first = '']: readonly string[]): ReportRow {
  return { ...total, [first]: 'TOTAL' };
}
